import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure } from '../../../src/core/errors';
import { pathRules } from '../../../src/core/path-rules';
import { createPlaces, type Places } from '../../../src/core/place';
import type { Folder } from '../../../src/core/ports';
import { nodeFiles } from '../../../src/host/files';
import { noDocuments } from '../support/services';
import { testSettings } from '../support/settings';

describe('paths that callers name', () => {
  let root: string;

  before(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'sightline-place-')));
    const files = [
      'alpha/src/hello.txt', 'alpha/app/[id]/page.tsx', 'alpha/beta/inner.txt', 'alpha/..foo.ts', 'alpha/only.txt',
      'beta/src/hello.txt', 'elsewhere/secret.txt',
    ];
    for (const file of files) {
      await mkdir(join(root, file, '..'), { recursive: true });
      await writeFile(join(root, file), 'text\n');
    }
    await symlink(join(root, 'elsewhere'), join(root, 'alpha/out'));
    await symlink(join(root, 'alpha'), join(root, 'link-to-alpha'));
  });
  after(() => rm(root, { recursive: true }));

  const placesOf = (names: readonly string[], readOutside: 'navigated' | 'never' = 'navigated'): Places => {
    const folders: Folder[] = names.map((name) => ({ name, path: join(root, name) }));
    return createPlaces({
      workspace: { folders: () => folders, virtualFolders: () => [], trusted: () => true },
      files: nodeFiles,
      documents: noDocuments,
      settings: testSettings({ readOutside: () => readOutside }),
    });
  };
  const failure = (name: string) => (error: unknown) => error instanceof Failure && error.failure === name;

  it('are relative, absolute or file URIs, and print the same', async () => {
    const places = placesOf(['alpha']);
    const texts = ['src/hello.txt', './src/hello.txt', join(root, 'alpha/src/hello.txt'), pathToFileURL(join(root, 'alpha/src/hello.txt')).href];
    for (const text of texts) assert.equal((await places.existing(text)).display, 'src/hello.txt', text);
  });

  it('carry the folder name in a window of several folders', async () => {
    const places = placesOf(['alpha', 'beta']);
    assert.equal((await places.existing('beta/src/hello.txt')).display, 'beta/src/hello.txt');
    assert.equal((await places.existing('only.txt')).display, 'alpha/only.txt');
  });

  it('take a folder name before a subfolder of that name', async () => {
    const places = placesOf(['alpha', 'beta']);
    await assert.rejects(places.existing('beta/inner.txt'), failure('PathNotFound'));
    assert.equal((await places.existing('alpha/beta/inner.txt')).display, 'alpha/beta/inner.txt');
  });

  it('that fit several folders are refused with the candidates', async () => {
    const places = placesOf(['alpha', 'beta']);
    await assert.rejects(places.existing('src/hello.txt'), /names 2 files: alpha\/src\/hello\.txt, beta\/src\/hello\.txt/);
    assert.deepEqual((await places.all('src/hello.txt')).map((place) => place.display), ['alpha/src/hello.txt', 'beta/src/hello.txt']);
  });

  it('with brackets are literal', async () => {
    assert.equal((await placesOf(['alpha']).existing('app/[id]/page.tsx')).relative, 'app/[id]/page.tsx');
  });

  it('may begin with two dots that are part of the name', async () => {
    assert.equal((await placesOf(['alpha']).existing('..foo.ts')).display, '..foo.ts');
  });

  it('outside the folders are refused, by name and through a link', async () => {
    const places = placesOf(['alpha']);
    for (const text of ['../elsewhere/secret.txt', join(root, 'elsewhere/secret.txt'), 'out/secret.txt', 'out/new.txt']) {
      await assert.rejects(places.existing(text), failure('PathNotAllowed'), text);
      await assert.rejects(places.target(text), failure('PathNotAllowed'), text);
    }
  });

  it('outside may be read once a definition pointed there, unless the setting forbids it', async () => {
    const secret = join(root, 'elsewhere/secret.txt');
    const places = placesOf(['alpha']);
    places.allowOutside(secret);
    assert.equal((await places.existing(secret)).display, secret);
    const never = placesOf(['alpha'], 'never');
    never.allowOutside(secret);
    await assert.rejects(never.existing(secret), failure('PathNotAllowed'));
  });

  it('through a link to the folder print below the folder', async () => {
    assert.equal((await placesOf(['alpha']).existing(join(root, 'link-to-alpha/src/hello.txt'))).display, 'src/hello.txt');
  });

  it('of files that do not exist yet are places too', async () => {
    const place = await placesOf(['alpha']).target('new/dir/file.ts');
    assert.equal(place.display, 'new/dir/file.ts');
    assert.equal(place.stat, undefined);
  });

  it('without an open folder, or with a virtual one, get a plain sentence', async () => {
    const places = (virtual: readonly string[]) =>
      createPlaces({ workspace: { folders: () => [], virtualFolders: () => virtual, trusted: () => true }, files: nodeFiles, documents: noDocuments, settings: testSettings() });
    await assert.rejects(places([]).existing('a.ts'), /\[1503 WorkspaceNotSet\] No folder is open in this window\./);
    await assert.rejects(places(['vscode-vfs://github/a/b']).existing('a.ts'), /folders are not on disk \(vscode-vfs:\/\/github\/a\/b\)/);
  });

  it('in nested workspace folders belong to the innermost', async () => {
    const folders = [{ name: 'alpha', path: join(root, 'alpha') }, { name: 'src', path: join(root, 'alpha/src') }];
    const places = createPlaces({ workspace: { folders: () => folders, virtualFolders: () => [], trusted: () => true }, files: nodeFiles, documents: noDocuments, settings: testSettings() });
    assert.equal((await places.existing(join(root, 'alpha/src/hello.txt'))).display, 'src/hello.txt');
  });
});

describe('paths by the rules of Windows', () => {
  const rules = pathRules('win32');
  const within = (text: string) => rules.relative('c:\\Work\\App', rules.fromText(text) ?? '');

  it('take either slash, either drive letter case and encoded colons for one file', () => {
    for (const text of ['C:\\Work\\App\\a.ts', 'C:/Work/App/a.ts', 'file:///c%3A/Work/App/a.ts', 'file:///C:/Work/App/a.ts']) {
      assert.equal(within(text), 'a.ts', text);
      assert.equal(rules.fromText(text), 'C:\\Work\\App\\a.ts');
    }
  });

  it('keep a sibling with the same beginning outside', () => {
    assert.equal(within('C:\\Work\\App2\\a.ts'), undefined);
  });

  it('fold letter case for what is inside, and keep the spelling', () => {
    assert.equal(within('C:\\WORK\\app\\Sub\\A.ts'), 'Sub/A.ts');
  });
});

describe('paths by the rules of Linux', () => {
  it('keep letter case apart', () => {
    assert.equal(pathRules('linux').relative('/work/App', '/work/app/a.ts'), undefined);
  });
});
