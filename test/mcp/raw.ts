/** MCP without an SDK: single HTTP requests, and tools called with the least that the protocol of 2026-07-28 asks for. */
import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A request exactly as given: no header is added but Host, and that only if none is given. */
export async function send(url: string, { method = 'POST', headers = {}, body, signal }: RawRequest = {}): Promise<Answer> {
  const response = await opened(url, { method, headers, body, signal });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk));
  return { status: response.statusCode ?? 0, headers: response.headers, text: Buffer.concat(chunks).toString('utf8') };
}

/** As `send`, but resolves with the head of the response: its body is a stream. */
export function opened(url: string, { method = 'POST', headers = {}, body, signal }: RawRequest = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent: false, ...(signal === undefined ? {} : { signal }) }, resolve);
    request.on('error', reject);
    request.end(body);
  });
}

/** The headers that every MCP request of an authorised client has. */
export function mcpHeaders(token: string, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...more,
  };
}

export interface Called {
  /** The text parts joined. */
  readonly text: string;
  readonly parts: readonly string[];
  readonly isError: boolean;
  readonly structured: unknown;
}

/** Calls a tool. @throws on a protocol error, with its message */
export async function callTool(
  url: string,
  token: string,
  name: string,
  args: unknown = {},
  options: { readonly signal?: AbortSignal } = {},
): Promise<Called> {
  const result = await modernRequest(url, token, 'tools/call', { name, arguments: args }, { ...options, name });
  const content = isRecord(result) && Array.isArray(result['content']) ? result['content'] : [];
  const parts = content.map((part: unknown) => (isRecord(part) && typeof part['text'] === 'string' ? part['text'] : ''));
  return {
    text: parts.join(''),
    parts,
    isError: isRecord(result) && result['isError'] === true,
    structured: isRecord(result) ? result['structuredContent'] : undefined,
  };
}

/** The names of the tools, in the order listed. */
export async function listTools(url: string, token: string): Promise<readonly string[]> {
  const result = await modernRequest(url, token, 'tools/list', {});
  const tools = isRecord(result) && Array.isArray(result['tools']) ? result['tools'] : [];
  return tools.map((tool: unknown) => (isRecord(tool) ? String(tool['name']) : ''));
}

/** One request of the protocol of 2026-07-28: no handshake, no session. @throws on a protocol error, with its message */
export async function modernRequest(
  url: string,
  token: string,
  method: string,
  params: Readonly<Record<string, unknown>>,
  options: { readonly signal?: AbortSignal; readonly name?: string; readonly capabilities?: unknown } = {},
): Promise<unknown> {
  const answer = await send(url, { ...modern(token, method, params, options), signal: options.signal });
  const reply = parsed(answer.text);
  if (isRecord(reply) && 'result' in reply) return reply['result'];
  const error = isRecord(reply) && isRecord(reply['error']) ? `${String(reply['error']['code'])} ${String(reply['error']['message'])}` : answer.text;
  throw new Error(`HTTP ${answer.status}: ${error}`);
}

/** Head and body of such a request. */
export function modern(
  token: string,
  method: string,
  params: Readonly<Record<string, unknown>>,
  { name, capabilities = {} }: { readonly name?: string; readonly capabilities?: unknown } = {},
): { readonly headers: Record<string, string>; readonly body: string } {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': capabilities,
  };
  return {
    headers: mcpHeaders(token, {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(name === undefined ? {} : { 'mcp-name': name }),
    }),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  };
}

/** The JSON of a reply, sent as such or as the last event of a stream; undefined when it is neither. */
export function parsed(text: string): unknown {
  const events = text.split('\n').filter((line) => line.startsWith('data: '));
  try {
    return JSON.parse(events.at(-1)?.slice('data: '.length) ?? text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
