/** Files that are not changed without the user's word: what configures the editor, git, and the agents themselves. */
import picomatch from 'picomatch';
import type { Dialogs } from '../../core/edits';
import { cutLine } from '../../core/budget';
import type { Call } from '../../core/tool';
import { Failure } from '../../core/errors';
import { pathRules } from '../../core/path-rules';
import type { Place } from '../../core/place';
import type { Ports } from '../../core/ports';
import { IgnoreRules, topOf } from '../search/ignore-rules';
import type { Preview, PreviewedFile } from './previews';

/** Relative to the folder, any depth. */
const protectedGlobs = [
  '**/.git', '**/.git/**', '**/.gitattributes', '**/.gitmodules', '**/.gitconfig', '**/.vscode/**', '**/*.code-workspace', '**/.devcontainer/**', '**/.husky/**',
  '**/.mcp.json', '**/mcp.json', '**/.mcp/**', '**/.claude/**', '**/.claude.json', '**/.cursor/**', '**/.cursorrules', '**/.codex/**',
  '**/.gemini/**', '**/.windsurf/**', '**/.windsurfrules', '**/.roo/**', '**/.roomodes', '**/.clinerules', '**/.clinerules/**',
  '**/.continue/**', '**/.kiro/**', '**/.opencode/**', '**/opencode.json', '**/opencode.jsonc', '**/.aider*', '**/.agents/**',
  '**/AGENTS.md', '**/CLAUDE.md', '**/CLAUDE.local.md', '**/GEMINI.md', '**/.github/copilot-instructions.md',
  '**/.github/{agents,chatmodes,instructions,prompts,hooks,workflows}/**',
];

/** Seconds that the person in front of the window has for an answer: clients give up a call after 60, and would hear nothing. */
const answerTime = 50;

type GuardPorts = Pick<Ports, 'files' | 'settings' | 'workspace'>;

/** Which of these files need the user's word, as printed: protected ones, and ignored ones that exist. */
export async function guardedFiles(ports: GuardPorts, places: readonly Place[]): Promise<readonly string[]> {
  const isProtected = await protection(ports);
  const rules = new Map<string, IgnoreRules>();
  const guarded = new Set<string>();
  for (const place of places) {
    const { display, folder, path, stat } = place;
    if (guarded.has(display)) continue;
    let ignored = rules.get(folder.path);
    if (ignored === undefined) {
      ignored = new IgnoreRules(ports.files, await topOf(ports.files, folder.path), { git: true, sii: true });
      rules.set(folder.path, ignored);
    }
    // No version history would bring an ignored file back.
    if (isProtected(place) || (stat !== undefined && (await ignored.hides(path, false)) !== undefined)) guarded.add(display);
  }
  return [...guarded];
}

/** Tells whether a file is protected, by the name given or by what it really is. */
async function protection(ports: GuardPorts): Promise<(place: Place) => boolean> {
  const more = ports.settings.editProtected().map((glob) => (glob.includes('/') ? glob.replace(/^\.?\//, '') : `**/${glob}`));
  const matches = picomatch([...protectedGlobs, ...more], { dot: true, nocase: true });
  const rules = pathRules(process.platform);
  const roots = await Promise.all(ports.workspace.folders().map((folder) => ports.files.realPath(folder.path).catch(() => folder.path)));
  return ({ relative, real }) => matches(relative) || roots.map((root) => rules.relative(root, real)).some((within) => within !== undefined && matches(within));
}

/**
 * Asks the user about protected files, through the client if it can ask, else in the window.
 * @throws Failure `Protected`
 */
export async function askForProtected(ports: { readonly dialogs: Dialogs }, { files, protectedFiles: displays }: Pick<Preview, 'files' | 'protectedFiles'>, call: Pick<Call, 'ask' | 'signal'>): Promise<void> {
  if (displays.length === 0) return;
  const change = changeLines(files.filter(({ plan }) => displays.includes(plan.file.display)));
  const question = `An agent wants to change ${displays.join(', ')}, which is protected. Allow it?`;
  const why = 'Sightline asks because it configures the editor, git or an agent, or because ignore rules hide it, so that no history would bring it back.';
  const allowed = await (call.ask?.([question, ...change].join('\n')) ?? ports.dialogs.confirm({ text: question, why, change }, answerTime * 1_000, call.signal));
  if (allowed === true) return;
  throw new Failure('Protected', {
    what: `${displays.join(', ')} is protected and was not changed: ${allowed === undefined ? `nobody answered within ${answerTime} seconds` : 'the user said no'}`,
    next: 'ask the user to make this change, or leave it.',
  });
}

/** Lines of the diff that a person is shown at most. */
const mostLines = 40;

function changeLines(files: readonly PreviewedFile[]): readonly string[] {
  const lines = files.flatMap(({ plan, diff }) => [`${plan.file.display} (+${diff.added} -${diff.removed})`, ...diff.hunks.flatMap((hunk) => hunk.lines.filter((line) => /^[+-]/.test(line)))]);
  return [...lines.slice(0, mostLines), ...(lines.length > mostLines ? [`… and ${lines.length - mostLines} more lines`] : [])].map((line) => cutLine(line));
}

/** @throws Failure `Untrusted` */
export function requireTrust(ports: Pick<Ports, 'workspace'>): void {
  if (ports.workspace.trusted()) return;
  throw new Failure('Untrusted', {
    what: 'This window is in Restricted Mode, where writing tools are off',
    next: 'ask the user to trust the workspace (Workspaces: Manage Workspace Trust); reading tools work meanwhile.',
  });
}
