import { pageOf, type Answer, type Item } from '../core/answer';
import { integer, z } from '../core/fields';
import type { Call } from '../core/tool';
import type { FoundFile } from '../engines/search/index';
import { defineTool } from './define';
import { anyOfFilter, matchesAnyOf, projectName, projectOf } from './project';
import type { Services } from './services';

/** Paths are short: the token budget is what cuts a page. */
const mostEntries = 2_000;

const input = z.object({
  project_name: projectName,
  path_filter: anyOfFilter('files whose path holds'),
  limit_depth_from_root: integer('Levels to show, 1 = the top level.', { min: 1 }).optional(),
  offset: integer('How many to skip. Default: 0.', { min: 0 }).optional(),
});

export const listAllFilesInProject = defineTool({
  name: 'list_all_files_in_project',
  title: 'List Files',
  description:
    'Lists the files of a project (a workspace folder) as a tree, without those that .gitignore and the editor\'s ' +
    'settings hide. For getting to know a code base, or finding files by a part of their path (path_filter); ' +
    'limit_depth_from_root gives an overview. Better than ls or find, which list node_modules and build output too. ' +
    'Not for finding text: use file_search.',
  kind: 'read',
  onInCopilot: true,
  input,
  examples: [{ limit_depth_from_root: 2 }, { project_name: 'server', path_filter: ['test', 'spec'] }],
  details: ['Hidden files are listed. Symbolic links are not followed.', 'The filter is tested on the path below the project, never on the path above it.'],
  doing: ({ project_name }) => `Listing the files of ${project_name ?? 'the workspace'}`,
  run: list,
});

async function list(services: Services, args: z.output<typeof input>, call: Call): Promise<Answer> {
  const project = projectOf(services, args.project_name);
  const place = await services.places.existing(project.path);
  const { files, leftOut } = await services.search.files({ targets: [{ place, named: false }] }, call.signal);
  const notes = [
    ...(leftOut.incomplete === undefined ? [] : [leftOut.incomplete]),
    ...(leftOut.unreadable.length === 0 ? [] : [`could not be read: ${leftOut.unreadable.join(', ')}`]),
    ...leftOut.remarks,
  ];
  const wanted = files.filter((file) => matchesAnyOf(args.path_filter, file.relative));
  if (wanted.length === 0) {
    const text = files.length === 0 ? `${project.name} holds no file` : `No file of ${project.name} has a path that holds ${(args.path_filter ?? []).map((part) => `"${part}"`).join(' or ')}`;
    return { kind: 'nothing', why: files.length === 0 ? 'noFiles' : 'notFound', text, notes: [...notes, 'ignored files are not listed'] };
  }
  const entries = args.limit_depth_from_root === undefined ? wanted.map(fileItem) : collapsed(wanted, args.limit_depth_from_root);
  return {
    kind: 'listing',
    noun: args.limit_depth_from_root === undefined ? ['file', 'files'] : ['entry', 'entries'],
    total: entries.length,
    exact: leftOut.incomplete === undefined,
    layout: 'tree',
    ...pageOf(entries, { offset: args.offset ?? 0, limit: mostEntries }),
    ...(args.limit_depth_from_root === undefined ? {} : { lead: [`${wanted.length.toLocaleString('en-US')} files in all, ${args.limit_depth_from_root} level(s) shown`] }),
    notes,
  };
}

function fileItem(file: FoundFile): Item {
  return { kind: 'item', file: { path: file.display, unsaved: file.unsaved } };
}

/** Files of the first levels, and each directory at the last level with the number of files below it. */
function collapsed(files: readonly FoundFile[], depth: number): readonly Item[] {
  const items: Item[] = [];
  const counts = new Map<string, number>();
  const at = new Map<string, number>();
  for (const file of files) {
    const components = file.relative.split('/');
    if (components.length <= depth) {
      items.push(fileItem(file));
      continue;
    }
    const above = file.display.slice(0, file.display.length - file.relative.length);
    const directory = `${above}${components.slice(0, depth).join('/')}/`;
    const count = (counts.get(directory) ?? 0) + 1;
    counts.set(directory, count);
    const index = at.get(directory) ?? items.length;
    at.set(directory, index);
    items[index] = { kind: 'item', file: { path: directory, unsaved: false }, label: `(${count} ${count === 1 ? 'file' : 'files'})` };
  }
  return items;
}
