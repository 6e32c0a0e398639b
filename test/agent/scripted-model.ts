import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model does when it is asked: calls tools, or says something. */
export type Turn = { readonly call: string; readonly arguments: Readonly<Record<string, unknown>> } | { readonly say: string };

/** The parts of a request that tests look at. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly description: string; readonly parameters: unknown } }[];
}

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | readonly { readonly type: string; readonly text?: string }[];
  readonly tool_call_id?: string;
}

/** A local server that speaks OpenAI's streaming chat completions and does what a script says. */
export interface ScriptedModel {
  /** The full address of the completions endpoint. */
  readonly url: string;
  /** Requests of the agent, which carry tools, in order. Small requests without tools (titles, summaries) are left out. */
  readonly requests: readonly ModelRequest[];
  /** Adds turns; each request of the agent takes the next one. */
  script(...turns: Turn[]): void;
  /** Waits for the request of this number, counted from 0. */
  waitForRequest(index: number, timeoutMs?: number): Promise<ModelRequest>;
  stop(): Promise<void>;
}

export async function startScriptedModel(): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  const turns: Turn[] = [];
  const changed = new EventTarget();
  const server = http.createServer((request, response) => {
    void answer(request, response);
  });

  async function answer(incoming: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const request: ModelRequest = JSON.parse(await bodyOf(incoming));
    const fromAgent = (request.tools ?? []).length > 0;
    const turn = fromAgent ? (turns.shift() ?? { say: 'The script is over.' }) : { say: 'Scripted' };
    stream(response, turn, requests.length);
    if (!fromAgent) return;
    requests.push(request);
    changed.dispatchEvent(new Event('request'));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1/chat/completions`,
    requests,
    script: (...more) => void turns.push(...more),
    async waitForRequest(index, timeoutMs = 60_000) {
      const signal = AbortSignal.timeout(timeoutMs);
      for (;;) {
        const request = requests[index];
        if (request !== undefined) return request;
        await eventOf(changed, 'request', signal).catch(() => {
          throw new Error(`the agent made ${requests.length} requests in ${timeoutMs / 1000} s; number ${index} did not come`);
        });
      }
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The text that a message carries, whichever way the client wrote it. */
export function textOf({ content }: ModelMessage): string {
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('');
}

function stream(response: http.ServerResponse, turn: Turn, number: number): void {
  const chunk = (delta: unknown, finish: string | null): string =>
    `data: ${JSON.stringify({
      id: `scripted-${number}`,
      object: 'chat.completion.chunk',
      created: 0,
      model: 'scripted',
      choices: [{ index: 0, delta, finish_reason: finish }],
    })}\n\n`;
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  if ('say' in turn) {
    response.write(chunk({ role: 'assistant', content: turn.say }, null) + chunk({}, 'stop'));
  } else {
    const call = { index: 0, id: `call_${number}`, type: 'function', function: { name: turn.call, arguments: JSON.stringify(turn.arguments) } };
    response.write(chunk({ role: 'assistant', content: null, tool_calls: [call] }, null) + chunk({}, 'tool_calls'));
  }
  response.end('data: [DONE]\n\n');
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function eventOf(target: EventTarget, name: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('timeout')), { once: true });
    target.addEventListener(name, () => resolve(), { once: true });
  });
}
