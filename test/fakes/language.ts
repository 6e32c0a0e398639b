/** A language engine in a window without any language server, for tests of everything else. */
import { createLanguage, type Language, type LanguageOptions } from '../../src/engines/language';
import { ScriptedProviders } from './providers';

export function noLanguage(options: Omit<LanguageOptions, 'providers' | 'ast'>): Language {
  const providers = new ScriptedProviders({ extensions: [], documentSymbols: [undefined] });
  return createLanguage({ ...options, providers, ast: { languageOf: () => undefined, outline: async () => ({ nodes: [], imports: [], broken: false }) } });
}
