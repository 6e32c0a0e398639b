/** A workspace of three files in which `parse` stands on five lines, and an engine over a scripted server. */
import type { Places } from '../../../src/core/place';
import type { Location } from '../../../src/core/ports';
import type { Ast } from '../../../src/engines/ast';
import { createLanguage, type Language, type Target } from '../../../src/engines/language';
import { indentedOutline } from '../../fakes/outline';
import { ScriptedProviders, type Script } from '../../fakes/providers';
import { FakeTime } from '../../fakes/time';
import { nodeFiles } from '../../../src/host/files';
import { FakeDocuments, placesIn, plainSearch, silentLog, TempFolder } from '../../fakes/workspace';
import { testSettings } from '../support/settings';

export const files = {
  'pyproject.toml': '',
  'src/parser.py': 'class Parser:\n  def parse(self):\n    text = 1\n    return text\n\ndef other():\n  return Parser().parse()\n',
  'src/use.py': 'from src.parser import Parser\n\ndef use(p):\n  p.parse()\n  return p.parse()\n',
  'tests/test_parser.py': 'def test_it(p):\n  p.parse() # once\n',
  'second/pyproject.toml': '',
  'second/a.py': 'def parse():\n  pass\n',
};

export interface Scene {
  readonly folder: TempFolder;
  readonly providers: ScriptedProviders;
  readonly language: Language;
  readonly documents: FakeDocuments;
  readonly places: Places;
  readonly time: FakeTime;
  readonly signal: AbortSignal;
  readonly abort: () => void;
  place(name: string, line: number, column: number, length?: number): Location;
  target(file: string, line: number, column: number): Promise<Target>;
}

export type SceneScript = (place: Scene['place']) => Script;

const folders: TempFolder[] = [];

export function scene(script: SceneScript, changes: { readonly files?: Readonly<Record<string, string>>; readonly ast?: Pick<Ast, 'languageOf' | 'outline'> } = {}): Scene {
  const folder = new TempFolder(changes.files ?? files);
  folders.push(folder);
  const place = (name: string, line: number, column: number, length = 5): Location => ({
    path: folder.at(name),
    onDisk: true,
    range: { start: { line, column }, end: { line, column: column + length } },
  });
  const documents = new FakeDocuments();
  const time = new FakeTime();
  const providers = new ScriptedProviders(script(place), time.wait);
  const root = { name: 'app', path: folder.path };
  const settings = testSettings();
  const places = placesIn([root], settings);
  const language = createLanguage({
    ports: { files: nodeFiles, documents, settings, clock: time.clock, log: silentLog },
    places,
    providers,
    search: plainSearch(root),
    ast: changes.ast ?? indentedOutline,
    wait: time.wait,
  });
  const aborter = new AbortController();
  return {
    folder,
    providers,
    language,
    places,
    documents,
    time,
    signal: aborter.signal,
    abort: () => aborter.abort(),
    place,
    target: async (file, line, column) => {
      const found = await language.resolve({ file, line, column }, aborter.signal);
      if (found.kind !== 'target') throw new Error('several candidates');
      return found.target;
    },
  };
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) folder.remove();
}

/** The five places of `parse` in the first project, and the part of them that a half-started server gives. */
export function fivePlaces(place: Scene['place']): readonly Location[] {
  return [
    place('src/parser.py', 2, 7),
    place('src/parser.py', 7, 19),
    place('src/use.py', 4, 5),
    place('src/use.py', 5, 12),
    place('tests/test_parser.py', 2, 5),
  ];
}
