/** The languages port: what the editor's extensions contribute, and the user's `files.associations` before it. */
import picomatch from 'picomatch';
import * as vscode from 'vscode';
import type { Languages } from '../core/ports';

interface Contribution {
  readonly extensions: Set<string>;
  readonly names: Set<string>;
}

export function vscodeLanguages(): Languages & vscode.Disposable {
  let known: ReadonlyMap<string, Contribution> | undefined;
  const subscription = vscode.extensions.onDidChange(() => (known = undefined));
  const all = (): ReadonlyMap<string, Contribution> => (known ??= contributed());

  return {
    of: (path) => {
      const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
      const associated = associations().find(([glob]) => picomatch.isMatch(name, glob, { nocase: true, dot: true }));
      if (associated !== undefined) return associated[1];
      const lower = name.toLowerCase();
      const byName = [...all()].find(([, files]) => files.names.has(lower));
      if (byName !== undefined) return byName[0];
      // The longest extension wins: `.code-workspace.json` before `.json`.
      for (let dot = lower.indexOf('.', 1); dot !== -1; dot = lower.indexOf('.', dot + 1)) {
        const extension = lower.slice(dot);
        const found = [...all()].find(([, files]) => files.extensions.has(extension));
        if (found !== undefined) return found[0];
      }
      return undefined;
    },
    filesOf: (id) => {
      const found = all().get(id);
      return found === undefined ? undefined : { extensions: [...found.extensions], names: [...found.names] };
    },
    ids: () => [...all().keys()],
    dispose: () => void subscription.dispose(),
  };
}

function contributed(): ReadonlyMap<string, Contribution> {
  const languages = new Map<string, Contribution>();
  for (const extension of vscode.extensions.all) {
    const manifest: unknown = extension.packageJSON;
    for (const entry of list(field(field(manifest, 'contributes'), 'languages'))) {
      const id = field(entry, 'id');
      if (typeof id !== 'string') continue;
      const known = languages.get(id) ?? { extensions: new Set<string>(), names: new Set<string>() };
      languages.set(id, known);
      for (const suffix of strings(field(entry, 'extensions'))) known.extensions.add(suffix.toLowerCase());
      for (const name of strings(field(entry, 'filenames'))) known.names.add(name.toLowerCase());
    }
  }
  return languages;
}

function associations(): readonly (readonly [string, string])[] {
  const found = vscode.workspace.getConfiguration('files').get<unknown>('associations');
  if (typeof found !== 'object' || found === null) return [];
  return Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function strings(value: unknown): readonly string[] {
  return list(value).filter((item): item is string => typeof item === 'string');
}
