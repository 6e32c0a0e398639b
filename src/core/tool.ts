/**
 * The contract of a tool: data plus one function. Everything that a tool may touch comes in as its first argument.
 * The one list of tools (`tools/index.ts`) feeds both doors, the manifest and the tool reference.
 */
import type { z } from 'zod';
import type { Answer } from './answer';
import { parseInput } from './arguments';
import { inputSchema, type ObjectSchema } from './schema';

/** What a tool does to the workspace: nothing, nothing yet, or a change. Hints and confirmations follow from it. */
export type ToolKind = 'read' | 'preview' | 'write';

/** Who calls, and how to stop. */
export interface Call {
  /** Aborted when the caller cancels. A tool stops within a second and leaves no child process behind. */
  readonly signal: AbortSignal;
  readonly door: 'copilot' | 'mcp';
  /** The same for all calls of one client through one door: an MCP session, or the window's chat. */
  readonly client: string;
  /** Asks the user through the client; absent where the client cannot. Resolves to whether the user agreed. */
  readonly ask?: ((question: string) => Promise<boolean>) | undefined;
}

/** What the user is asked before a writing tool runs. */
export interface Confirmation {
  readonly title: string;
  /** Markdown. */
  readonly message: string;
}

/** A tool as its file writes it, with the type of its input. */
export interface ToolSpec<Services, Input extends z.ZodObject> {
  /** snake_case; over MCP as it is, in VS Code behind `sightline_`. */
  readonly name: string;
  readonly title: string;
  /** For the model: what it is for, what it does better than a plain grep, when not to use it. At most 1,000 characters. */
  readonly description: string;
  readonly kind: ToolKind;
  /** Whether Copilot sees it without the user's doing; over MCP every tool is on. */
  readonly onInCopilot: boolean;
  /** Built with `core/fields.ts`, which knows what the strictest client takes. */
  readonly input: Input;
  /** Example inputs for the tool reference; tests run the schema over them. */
  readonly examples: readonly Readonly<Record<string, unknown>>[];
  /** Facts a careful caller wants to know; printed in the tool reference only. */
  readonly details?: readonly string[];
  /** What the user sees while it runs: `Searching for "foo"`. */
  readonly doing: (input: z.output<Input>) => string;
  /** For writing tools: the summary of the change. Free of side effects. */
  readonly confirm?: (services: Services, input: z.output<Input>, call: Call) => Promise<Confirmation | undefined>;
  readonly run: (services: Services, input: z.output<Input>, call: Call) => Promise<Answer>;
}

/** A tool whose input type is closed in, as the list and the doors hold it. */
export interface Tool<Services> extends Omit<ToolSpec<Services, z.ZodObject>, 'doing' | 'confirm' | 'run'> {
  /** @throws Failure `InvalidArguments` */
  readonly prepare: (raw: unknown) => Prepared<Services>;
}

/** A tool with input that fits. */
export interface Prepared<Services> {
  /** What was changed in the input, such as a value above a maximum. */
  readonly notes: readonly string[];
  readonly doing: string;
  readonly confirm: (services: Services, call: Call) => Promise<Confirmation | undefined>;
  readonly run: (services: Services, call: Call) => Promise<Answer>;
}

/** Fixes the types, and parses the input in the one place where its type is known. */
export function defineTool<Services, Input extends z.ZodObject>(spec: ToolSpec<Services, Input>): Tool<Services> {
  const { doing, confirm, run, ...data } = spec;
  let schema: ObjectSchema | undefined;
  return {
    ...data,
    prepare: (raw) => {
      const { input, notes } = parseInput(spec, raw, (schema ??= inputSchema(spec.input)));
      return {
        notes,
        doing: doing(input),
        confirm: async (services, call) => confirm?.(services, input, call),
        run: (services, call) => run(services, input, call),
      };
    },
  };
}
