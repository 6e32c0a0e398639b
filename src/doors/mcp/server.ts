/**
 * The protocol side of the tools: one SDK server, made for a session (until 2025-11-25) or for a single request (since
 * 2026-07-28). The low-level server is used, because it publishes the schemas as they are and leaves the arguments to
 * the tools, whose refusals say more than a schema can.
 */
import {
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolResult,
  type ClientCapabilities,
  type InputRequiredResult,
  type RequestId,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { PublishedTool } from '../published';
import type { Conversations, Round } from './conversation';
import { instructions } from './instructions';
import type { McpDoorOptions, ToolReply } from './options';

export interface ServerParts {
  readonly options: McpDoorOptions;
  readonly conversations: Conversations;
  /**
   * For a session: ends the response stream of a cancelled request, to which the SDK sends nothing more. Its requests
   * also outlive a question, so that cancelling one while the user is asked ends the call.
   */
  readonly endStream?: ((request: RequestId) => void) | undefined;
}

export function createServer(parts: ServerParts): Server {
  const { options } = parts;
  const server = new Server(
    { name: 'sightline', title: 'Sightline', version: options.version },
    {
      capabilities: { tools: { listChanged: true } },
      instructions: instructions(options.folders(), options.tools().map((tool) => tool.name)),
      jsonSchemaValidator: unused,
    },
  );
  server.setRequestHandler('tools/list', (request) => {
    if (request.params?.cursor !== undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'The list has one page, and no cursor of it was given out.');
    }
    return { tools: options.tools().map(listed) };
  });
  server.setRequestHandler('tools/call', async ({ params }, ctx) => {
    if (!options.knows(params.name)) throw unknownTool(params.name, options.tools());
    const caller = { client: clientName(server, ctx), capabilities: server.getClientCapabilities() };
    return result(await nextRound(parts, params.name, params.arguments ?? {}, caller, ctx));
  });
  return server;
}

interface Caller {
  readonly client: string;
  readonly capabilities: ClientCapabilities | undefined;
}

const answerKey = 'agree';

async function nextRound(parts: ServerParts, name: string, args: unknown, caller: Caller, ctx: ServerContext): Promise<Round> {
  const { conversations, endStream } = parts;
  const { signal } = ctx.mcpReq;
  const state = ctx.mcpReq.requestState();
  const round = typeof state === 'string' ? await resume(conversations, name, state, ctx) : await start(parts, name, args, caller, ctx);
  if (endStream !== undefined) {
    onAbort(signal, () => endStream(ctx.mcpReq.id));
    if (round.kind === 'question') onAbort(signal, () => conversations.abandon(round.state));
  }
  return round;
}

function onAbort(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}

async function resume(conversations: Conversations, name: string, state: string, { mcpReq }: ServerContext): Promise<Round> {
  const answer = inputResponse(mcpReq.inputResponses, answerKey);
  const agreed = answer.kind === 'elicit' ? answer.action === 'accept' : undefined;
  const round = await conversations.resume(name, state, agreed, mcpReq.signal);
  if (round !== undefined) return round;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown or expired requestState: call the tool anew.');
}

function start({ options, conversations }: ServerParts, name: string, args: unknown, caller: Caller, ctx: ServerContext): Promise<Round> {
  const structured = new URL(ctx.http?.req?.url ?? '/', 'http://127.0.0.1').searchParams.get('structured') === '1';
  const context = { client: caller.client, structured };
  return conversations.start(
    name,
    (signal, ask) => options.call(name, args, { ...context, signal, ask: canAsk(caller.capabilities) ? ask : undefined }),
    ctx.mcpReq.signal,
  );
}

/** An empty declaration means forms: it is older than the other mode. */
function canAsk(capabilities: ClientCapabilities | undefined): boolean {
  const elicitation = capabilities?.elicitation;
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

function result(round: Round): CallToolResult | InputRequiredResult {
  if (round.kind === 'reply') return toolResult(round.reply);
  const agree = inputRequired.elicit({ mode: 'form', message: round.question, requestedSchema: { type: 'object', properties: {} } });
  return inputRequired({ inputRequests: { [answerKey]: agree }, requestState: round.state });
}

function toolResult({ parts, isError, structured }: ToolReply): CallToolResult {
  return {
    content: parts.map((text) => ({ type: 'text', text })),
    ...(isError ? { isError } : {}),
    ...(isRecord(structured) ? { structuredContent: structured } : {}),
  };
}

function listed({ name, title, description, inputSchema, kind }: PublishedTool) {
  const writes = kind === 'write';
  const schema: Readonly<Record<string, unknown>> = { ...inputSchema };
  return {
    name,
    title,
    description,
    inputSchema: { ...schema, type: 'object' as const },
    annotations: { title, readOnlyHint: !writes, ...(writes ? { destructiveHint: true } : {}), openWorldHint: false },
  };
}

function unknownTool(name: string, offered: readonly PublishedTool[]): ProtocolError {
  const names = offered.map((tool) => tool.name).join(', ');
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${name}". Tools: ${names}.`);
}

/** The session, or since 2026-07-28, which has none, what the client calls itself. */
function clientName(server: Server, ctx: ServerContext): string {
  const version = server.getClientVersion();
  const name = version === undefined ? 'unknown client' : `${version.name} ${version.version}`;
  return ctx.sessionId === undefined ? name : `${name} #${ctx.sessionId}`;
}

/** Schemas of results and forms are not used here, and the SDK's validator takes a millisecond to make. */
const unused = {
  getValidator(): never {
    throw new Error('The MCP door publishes no schema that would have to be checked.');
  },
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
