import type { Settings } from '../../../src/core/ports';

/** The default settings, with some replaced. */
export function testSettings(replaced: Partial<Settings> = {}): Settings {
  return {
    tool: () => undefined,
    copilotVia: () => 'languageModelTools',
    searchEngine: () => 'auto',
    ripgrepPath: () => '',
    searchTimeoutMs: () => 30_000,
    answerMaxTokens: () => 6_000,
    readOutside: () => 'navigated',
    languageWaitMs: () => 15_000,
    editSave: () => 'whenClean',
    editProtected: () => [],
    mcpEnabled: () => true,
    mcpPort: () => 0,
    mcpAllowedOrigins: () => [],
    excludes: () => ({ files: [], search: [] }),
    ...replaced,
  };
}
