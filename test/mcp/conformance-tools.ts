/** The tools that the conformance runner looks for, as far as tools that answer text and ask yes or no can be them. */
import { Failure } from '../../src/core/errors';
import { z } from '../../src/core/fields';
import { defineTool, type Call, type Tool } from '../../src/core/tool';
import type { Answer } from '../../src/core/answer';
import type { TestServices } from './door';

/** @param changed what `test_trigger_tool_change` does */
export function conformanceTools(changed: () => void): readonly Tool<TestServices>[] {
  return [
    tool('test_simple_text', async () => 'This is a simple text response for testing.'),
    tool('test_error_handling', async () => {
      throw new Failure('SearchFailed', { what: 'This tool intentionally returns an error for testing', next: 'nothing.' });
    }),
    tool('test_trigger_tool_change', async () => {
      changed();
      return 'changed';
    }),
    ...['elicitation', 'request_state', 'tampered_state', 'capabilities', 'multi_round'].map((name) =>
      tool(`test_input_required_result_${name}`, asks(name === 'multi_round' ? 2 : 1))),
    // Nothing is ever logged over the protocol, so not without being asked either.
    tool('test_logging_tool', async () => 'done'),
    tool('test_streaming_elicitation', asks(1)),
  ];
}

function asks(times: number) {
  return async ({ ask }: Call): Promise<string> => {
    for (let time = 0; time < times; time += 1) await ask?.('Shall I?');
    return ask === undefined ? 'could not ask' : 'state-ok';
  };
}

function tool(name: string, run: (call: Call) => Promise<string>): Tool<TestServices> {
  return defineTool({
    name,
    title: name,
    description: 'For the conformance runner.',
    kind: 'read',
    onInCopilot: true,
    input: z.object({}),
    examples: [{}],
    doing: () => name,
    run: async (_services: TestServices, _input, call): Promise<Answer> => ({ kind: 'passage', head: await run(call) }),
  });
}
