/** A real door over the real dispatcher and renderer, with small tools that show what a client needs to see. */
import { Dispatcher, type CallRecord } from '../../src/core/call';
import { cancelled, Failure } from '../../src/core/errors';
import { choice, flag, integer, text, texts, z } from '../../src/core/fields';
import type { Log, Settings } from '../../src/core/ports';
import { defineTool, type Tool, type ToolSpec } from '../../src/core/tool';
import { mcpTools } from '../../src/doors/mcp/calls';
import { openMcpDoor, type McpDoor, type McpDoorOptions } from '../../src/doors/mcp/main';
import { testSettings } from '../unit/support/settings';

export const token = 'test-token-0123456789012345678901234567890123';

export interface Opened extends McpDoor {
  /** The calls that have ended. */
  readonly records: readonly CallRecord[];
  readonly warnings: string[];
  /** Calls of `wait` that run now, and those that saw their signal aborted. */
  readonly waiting: { running: number; aborted: number };
  /** Where tools are switched; changed by a test. */
  readonly switched: Record<string, 'both' | 'mcp' | 'copilot' | 'off'>;
}

const opened = new Set<McpDoor>();

// A door that a failed test left open would keep the process alive.
after(() => Promise.all([...opened].map((door) => door.close())));

export async function openDoor(options: Partial<McpDoorOptions> = {}, tools: readonly Tool<TestServices>[] = testTools): Promise<Opened> {
  const records: CallRecord[] = [];
  const warnings: string[] = [];
  const waiting = { running: 0, aborted: 0 };
  const switched: Opened['switched'] = {};
  const log: Log = { info: () => undefined, warn: (message) => warnings.push(message), error: (message, cause) => warnings.push(`${message} ${String(cause)}`) };
  const settings = testSettings({ tool: (name) => switched[name] });
  const dispatcher = new Dispatcher({ tools, services: { settings, log, waiting }, record: (record) => records.push(record) });
  const door = await openMcpDoor({
    ...mcpTools(dispatcher, settings),
    token,
    port: 0,
    allowedOrigins: () => [],
    folders: () => [{ name: 'alpha', path: '/w/alpha' }, { name: 'beta', path: '/w/beta' }],
    version: '1.2.3',
    log,
    ...options,
  });
  opened.add(door);
  return Object.assign(door, { records, warnings, waiting, switched });
}

export interface TestServices {
  readonly settings: Settings;
  readonly log: Log;
  readonly waiting: { running: number; aborted: number };
}

function testTool<Input extends z.ZodObject>(spec: ToolSpec<TestServices, Input>): Tool<TestServices> {
  return defineTool(spec);
}

const echo = testTool({
  name: 'echo',
  title: 'Echo',
  description: 'Says the words again.',
  kind: 'read',
  onInCopilot: true,
  input: z.object({ words: texts('What to say.'), times: integer('How often (default 1).', { min: 1, max: 10_000 }).optional() }),
  examples: [{ words: ['hello'] }],
  doing: () => 'Echoing',
  run: async (_services, { words, times = 1 }) => ({
    kind: 'passage',
    head: Array.from({ length: times }, () => words.join(' ')).join('\n'),
    verbatim: true,
    structured: () => ({ words }),
  }),
});

/** Runs until it is aborted. */
const wait = testTool({
  name: 'wait',
  title: 'Wait',
  description: 'Never ends by itself.',
  kind: 'read',
  onInCopilot: true,
  input: z.object({}),
  examples: [{}],
  doing: () => 'Waiting',
  run: ({ waiting }, _input, { signal }) =>
    new Promise((_, reject) => {
      waiting.running += 1;
      signal.addEventListener('abort', () => {
        waiting.running -= 1;
        waiting.aborted += 1;
        reject(cancelled());
      });
    }),
});

/** Asks its user twice before it writes. */
const write = testTool({
  name: 'write',
  title: 'Write',
  description: 'Writes what the user agrees to.',
  kind: 'write',
  onInCopilot: true,
  input: z.object({ mode: choice('How.', ['soft', 'hard']), force: flag('Do not ask (default false).').optional() }),
  examples: [{ mode: 'soft' }],
  doing: () => 'Writing',
  run: async (_services, { mode, force }, { ask }) => {
    if (force === true) return { kind: 'passage', head: 'forced' };
    if (ask === undefined) return { kind: 'passage', head: 'could not ask' };
    const agreed = [await ask(`Write ${mode}?`), await ask('Really?')];
    return { kind: 'passage', head: `agreed: ${agreed.join(', ')}` };
  },
});

const fail = testTool({
  name: 'fail',
  title: 'Fail',
  description: 'Fails.',
  kind: 'preview',
  onInCopilot: true,
  input: z.object({ how: text('`crash`, or what to say.') }),
  examples: [{ how: 'badly' }],
  doing: () => 'Failing',
  run: async (_services, { how }) => {
    if (how === 'crash') throw new TypeError('broken');
    throw new Failure('SearchFailed', { what: `It failed ${how}`, next: 'try again.' });
  },
});

export const testTools: readonly Tool<TestServices>[] = [write, echo, wait, fail];

/** Waits for something to become true, at most ten seconds. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 10_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`Waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
