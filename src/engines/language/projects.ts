/**
 * Which languages share a server, and which project a file belongs to. A second project in the same window starts cold
 * again, so the state is kept for each.
 */
import nodePath from 'node:path';
import type { Place } from '../../core/place';
import type { Ports } from '../../core/ports';

export interface Family {
  /** As printed. */
  readonly name: string;
  /** VS Code's language ids. */
  readonly languages: readonly string[];
  /** Project files: of the first list that has one, the nearest. `*.x` is any name with that extension. */
  readonly projectFiles: readonly (readonly string[])[];
  /** Its servers answer from the asked file alone. */
  readonly ownFileOnly: boolean;
  /** Without one of these project files its servers know open files only. Empty: they find the files themselves. */
  readonly fileLists: readonly string[];
  /** Its server knows a project only once one of its files is open. */
  readonly loadsOpened: boolean;
  /** Several declarations of one name path in one file are one symbol: overloads and merged declarations. */
  readonly overloads: boolean;
}

export interface Project {
  /** Unique for family and project. */
  readonly key: string;
  readonly family: Family;
  /** The family's name. */
  readonly language: string;
  /** The project file, or the folder where there is none, as printed. */
  readonly display: string;
  /** Undefined when no project file was found. */
  readonly file: string | undefined;
  /** Nothing tells the server which files there are, so that it knows those that are open, and what they include. */
  readonly openFilesOnly: boolean;
}

const families: readonly Family[] = [
  family('typescript', ['typescript', 'typescriptreact', 'javascript', 'javascriptreact'], [['tsconfig.json', 'jsconfig.json'], ['package.json']], {
    overloads: true,
    loadsOpened: true,
    fileLists: ['tsconfig.json', 'jsconfig.json'],
  }),
  family('python', ['python'], [['pyproject.toml', 'pyrightconfig.json', 'setup.py', 'setup.cfg'], ['requirements.txt']], { overloads: true }),
  family('go', ['go'], [['go.mod'], ['go.work']]),
  family(
    'c/c++',
    ['c', 'cpp', 'objective-c', 'objective-cpp', 'cuda-cpp'],
    [
      ['compile_commands.json', 'compile_flags.txt'],
      ['CMakeLists.txt', 'meson.build', 'Makefile'],
    ],
    { fileLists: ['compile_commands.json', 'CMakeLists.txt', 'meson.build'] },
  ),
  family('rust', ['rust'], [['Cargo.toml']]),
  family('java', ['java'], [['pom.xml', 'build.gradle', 'build.gradle.kts']]),
  family('kotlin', ['kotlin'], [['pom.xml', 'build.gradle', 'build.gradle.kts']]),
  family('csharp', ['csharp'], [['*.csproj'], ['*.sln', '*.slnx']]),
  family('ruby', ['ruby'], [['Gemfile']]),
  family('php', ['php'], [['composer.json']]),
  family('elixir', ['elixir'], [['mix.exs']]),
  family('swift', ['swift'], [['Package.swift']]),
  family('dart', ['dart'], [['pubspec.yaml']]),
  family('vue', ['vue'], [['tsconfig.json', 'jsconfig.json'], ['package.json']]),
  family('css', ['css', 'scss', 'less'], [], { ownFileOnly: true }),
  family('html', ['html', 'handlebars'], [], { ownFileOnly: true }),
  family('json', ['json', 'jsonc', 'jsonl'], [], { ownFileOnly: true }),
];

/** The family of a language id; a language that the table does not know is a family of its own. */
export function familyOf(language: string): Family {
  return families.find((each) => each.languages.includes(language)) ?? family(language, [language], []);
}

/** Looks for project files from the file's directory up to its workspace folder. */
export async function projectOf(ports: Pick<Ports, 'files'>, place: Place, language: string): Promise<Project> {
  const found = familyOf(language);
  const file = await nearest(ports, place, found);
  const folder = place.folder.path;
  const display = file === undefined ? place.folder.name : shown(place, file);
  const openFilesOnly = found.fileLists.length > 0 && (file === undefined || !found.fileLists.includes(nodePath.basename(file)));
  return { key: `${found.name}\n${file ?? folder}`, family: found, language: found.name, display, file, openFilesOnly };
}

async function nearest(ports: Pick<Ports, 'files'>, place: Place, { projectFiles }: Family): Promise<string | undefined> {
  if (projectFiles.length === 0) return undefined;
  const directories = ancestors(nodePath.dirname(place.path), place.folder.path);
  const listings = await Promise.all(directories.map((directory) => namesIn(ports, directory)));
  for (const wanted of projectFiles) {
    for (const [index, names] of listings.entries()) {
      const name = names.find((each) => wanted.some((pattern) => fits(pattern, each)));
      if (name !== undefined) return nodePath.join(directories[index] ?? '', name);
    }
  }
  return undefined;
}

/** As other paths are printed: with the folder's name in front in a window of several folders. */
function shown({ folder, display, relative }: Place, file: string): string {
  const below = nodePath.relative(folder.path, file).split(nodePath.sep).join('/');
  return below.startsWith('../') ? file : `${display.slice(0, display.length - relative.length)}${below}`;
}

function ancestors(directory: string, root: string): readonly string[] {
  const all: string[] = [];
  for (let at = directory; ; at = nodePath.dirname(at)) {
    all.push(at);
    if (at === root || nodePath.dirname(at) === at) return all;
  }
}

async function namesIn({ files }: Pick<Ports, 'files'>, directory: string): Promise<readonly string[]> {
  try {
    return (await files.list(directory)).map((entry) => entry.name);
  } catch {
    return [];
  }
}

function fits(pattern: string, name: string): boolean {
  return pattern.startsWith('*') ? name.endsWith(pattern.slice(1)) : pattern === name;
}

function family(
  name: string,
  languages: readonly string[],
  projectFiles: readonly (readonly string[])[],
  traits: Partial<Pick<Family, 'ownFileOnly' | 'loadsOpened' | 'fileLists' | 'overloads'>> = {},
): Family {
  return { name, languages, projectFiles, ownFileOnly: false, loadsOpened: false, fileLists: [], overloads: false, ...traits };
}
