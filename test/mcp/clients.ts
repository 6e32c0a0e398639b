/** The official clients behind one small interface, so that a test can run with each of them. */
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';

export interface TestClient {
  readonly instructions: string | undefined;
  readonly server: { readonly name: string; readonly version: string } | undefined;
  /** `undefined` where there is none. */
  readonly session: string | undefined;
  /** How often the server said that the tools changed. */
  readonly changes: () => number;
  list(): Promise<readonly { readonly name: string; readonly [key: string]: unknown }[]>;
  call(name: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<{ readonly content?: unknown; readonly isError?: unknown; readonly structuredContent?: unknown }>;
  close(): Promise<void>;
}

export interface ClientOptions {
  /** Answers questions; a client without it does not say that it can be asked. */
  readonly answer?: ((question: string) => 'accept' | 'decline' | 'cancel') | undefined;
}

export type Connect = (url: string, token: string, options?: ClientOptions) => Promise<TestClient>;

/** The SDK's maintenance line, which most clients are built with. */
export const v1: Connect = async (url, token, { answer } = {}) => {
  let changes = 0;
  const client = new ClientV1(
    { name: 'v1', version: '1' },
    {
      capabilities: answer === undefined ? {} : { elicitation: {} },
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => { changes += 1; } } },
    },
  );
  if (answer !== undefined) client.setRequestHandler(ElicitRequestSchema, ({ params }) => ({ action: answer(params.message), content: {} }));
  const transport = new TransportV1(new URL(url), { requestInit: { headers: { authorization: `Bearer ${token}` } } });
  // The SDK's own types do not hold under exactOptionalPropertyTypes.
  await client.connect(transport as Transport);
  return {
    instructions: client.getInstructions(),
    server: client.getServerVersion(),
    session: transport.sessionId,
    changes: () => changes,
    list: async () => (await client.listTools()).tools,
    call: async (name, args, signal) => {
      const result = await client.callTool({ name, arguments: args ?? {} }, undefined, signal === undefined ? {} : { signal });
      return { content: result['content'], isError: result['isError'], structuredContent: result['structuredContent'] };
    },
    close: async () => {
      await transport.terminateSession().catch(() => undefined); // The door may be closed already.
      await client.close();
    },
  };
};

/** The current line; `auto` finds out that the server speaks 2026-07-28. */
export const v2 = (mode: 'legacy' | 'auto' | { pin: string }): Connect => async (url, token, { answer } = {}) => {
  let changes = 0;
  const client = new ClientV2(
    { name: 'v2', version: '2' },
    {
      capabilities: answer === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode },
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: () => { changes += 1; } } },
    },
  );
  if (answer !== undefined) client.setRequestHandler('elicitation/create', ({ params }) => ({ action: answer(params.message), content: {} }));
  const transport = new TransportV2(new URL(url), { requestInit: { headers: { authorization: `Bearer ${token}` } } });
  await client.connect(transport);
  return {
    instructions: client.getInstructions(),
    server: client.getServerVersion(),
    session: transport.sessionId,
    changes: () => changes,
    list: async () => (await client.listTools()).tools,
    call: (name, args, signal) => client.callTool({ name, arguments: args ?? {} }, signal === undefined ? {} : { signal }),
    close: async () => {
      if (transport.sessionId !== undefined) await transport.terminateSession().catch(() => undefined);
      await client.close();
    },
  };
};

export const clients: readonly (readonly [name: string, connect: Connect, sessions: boolean])[] = [
  ['the v1 client', v1, true],
  ['the v2 client with the 2025 handshake', v2('legacy'), true],
  ['the v2 client that finds the protocol out', v2('auto'), false],
  ['the v2 client with 2026-07-28', v2({ pin: '2026-07-28' }), false],
];
