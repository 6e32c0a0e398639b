/** Real files of every language, out of packages: not written for a test. Fetched once, kept below `out/samples`. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Sample {
  readonly language: string;
  /** `npm:name@version`, `deb:name`, or `here` for what is installed anyway. */
  readonly from: string;
  readonly file: string;
  /** Some of its declarations, `kind name`, nested ones with what holds them. */
  readonly declares: readonly string[];
  /** A pattern, and how many places of the file it matches, counted by hand. */
  readonly pattern?: readonly [pattern: string, count: number];
}

const rack = 'usr/share/rubygems-integration/all/gems';

export const samples: readonly Sample[] = [
  { language: 'go', from: 'deb:golang-github-pkg-errors-dev', file: 'usr/share/gocode/src/github.com/pkg/errors/errors.go', declares: ['function New', 'struct fundamental', 'method fundamental/Error', 'method withStack/Format', 'function Cause'], pattern: ['func $NAME($$$ARGS) error', 8] },
  { language: 'typescript', from: 'here', file: 'node_modules/@isaacs/nonrecursive-glob-match/src/parse-class.ts', declares: ['variable posixClasses', 'function parseClass'] },
  { language: 'tsx', from: 'npm:create-vite@8.3.0', file: 'package/template-react-ts/src/App.tsx', declares: ['function App'], pattern: ['<img $$$A />', 2] },
  { language: 'javascript', from: 'here', file: 'node_modules/mocha/lib/runner.js', declares: ['class Runner', 'method Runner/constructor', 'function Runner/grep', 'variable globals'], pattern: ['debug($$$A)', 33] },
  { language: 'jsx', from: 'npm:create-vite@8.3.0', file: 'package/template-react/src/App.jsx', declares: ['function App'], pattern: ['<img $$$A />', 2] },
  { language: 'html', from: 'npm:create-vite@8.3.0', file: 'package/template-vanilla/index.html', declares: ['element html', 'element html/body/div#app'] },
  { language: 'vue', from: 'npm:create-vite@8.3.0', file: 'package/template-vue/src/components/HelloWorld.vue', declares: ['block script setup', 'block template'] },
  { language: 'css', from: 'here', file: 'node_modules/mocha/mocha.css', declares: ['rule :root', 'media @media (prefers-color-scheme: dark)', 'rule #mocha h1'] },
  { language: 'python', from: 'deb:python3-six', file: 'usr/lib/python3/dist-packages/six.py', declares: ['variable PY2', 'class _LazyDescr', 'function _LazyDescr/__get__', 'function with_metaclass'], pattern: ['class $N($B): $$$BODY', 15] },
  { language: 'ruby', from: 'deb:ruby-rack', file: `${rack}/rack-2.2.22/lib/rack/directory.rb`, declares: ['module Rack', 'class Rack/Directory', 'method Rack/Directory/DirectoryBody/each', 'const Rack/Directory/DIR_FILE'], pattern: ['def $NAME($$$ARGS)', 11] },
  { language: 'elixir', from: 'none', file: '', declares: [] },
  { language: 'bash', from: 'deb:bash-completion', file: 'usr/share/bash-completion/completions/ssh', declares: ['function _ssh_queries', 'function _ssh'] },
  { language: 'c', from: 'here', file: 'node_modules/@ast-grep/lang-python/src/scanner.c', declares: ['enum TokenType', 'typedef Delimiter', 'function tree_sitter_python_external_scanner_scan'], pattern: ['free($X)', 1] },
  { language: 'cpp', from: 'npm:edge-js@26.1.0', file: 'package/src/CoreCLREmbedding/coreclrnodejsfunc.cpp', declares: ['function CoreClrNodejsFunc/Release', 'function CoreClrNodejsFunc/Call'], pattern: ['DBG($X)', 4] },
  { language: 'rust', from: 'deb:librust-itoa-dev', file: 'usr/share/cargo/registry/itoa-1.0.1/src/lib.rs', declares: ['struct Buffer', 'impl Buffer', 'function Buffer/format', 'macro impl_Integer', 'trait private/Sealed'], pattern: ['fn $NAME($$$ARGS)', 1] },
  { language: 'java', from: 'npm:react-native-gesture-handler@3.5.0', file: 'package/android/src/main/java/com/swmansion/gesturehandler/core/ScaleGestureDetector.java', declares: ['class ScaleGestureDetector', 'interface ScaleGestureDetector/OnScaleGestureListener', 'method ScaleGestureDetector/getScaleFactor'], pattern: ['Math.abs($X)', 4] },
  { language: 'csharp', from: 'npm:edge-js@26.1.0', file: 'package/src/double/Edge.js/dotnetcore/semversion.cs', declares: ['namespace Semver', 'class Semver/SemVersion', 'method Semver/SemVersion/Parse', 'property Semver/SemVersion/Major'], pattern: ['throw new InvalidOperationException($X)', 2] },
  { language: 'kotlin', from: 'npm:react-native-screens@4.30.1', file: 'package/android/src/main/java/com/swmansion/rnscreens/safearea/SafeAreaView.kt', declares: ['class SafeAreaView', 'function SafeAreaView/onPreDraw'], pattern: ['override fun $NAME($$$ARGS)', 4] },
  { language: 'php', from: 'deb:php-psr-log', file: 'usr/share/php/Psr/Log/LoggerTrait.php', declares: ['trait LoggerTrait', 'method LoggerTrait/emergency', 'method LoggerTrait/log'], pattern: ['$this->log($$$A)', 8] },
  { language: 'json', from: 'here', file: 'package.json', declares: ['key name', 'key scripts', 'key devDependencies'], pattern: ['"main": $V', 1] },
  { language: 'yaml', from: 'here', file: 'node_modules/function-bind/.github/FUNDING.yml', declares: ['key github', 'key tidelift'], pattern: ['tidelift: $V', 1] },
  { language: 'markdown', from: 'here', file: 'node_modules/mocha/README.md', declares: ['section Links', 'section Development'] },
];

/** The path of a sample's file, or why it cannot be had. */
export function fetchSample({ from, file }: Sample): { readonly path: string } | { readonly reason: string } {
  const [kind, name = ''] = from.split(/:(.*)/s);
  if (kind === 'here') return existsSync(file) ? { path: path.resolve(file) } : { reason: `${file} is not installed` };
  if (kind === 'none') return { reason: 'no npm or Debian package with sources in this language is known' };
  const folder = path.resolve('out', 'samples', name.replace(/[^\w.-]/g, '_'));
  const wanted = path.join(folder, file);
  if (existsSync(wanted)) return { path: wanted };
  try {
    mkdirSync(folder, { recursive: true });
    if (kind === 'npm') {
      execFileSync('npm', ['pack', '--silent', name], { cwd: folder, stdio: 'ignore', timeout: 60_000 });
      execFileSync('tar', ['xzf', archiveIn(folder, '.tgz')], { cwd: folder });
    } else {
      execFileSync('apt-get', ['download', name], { cwd: folder, stdio: 'ignore', timeout: 60_000 });
      execFileSync('dpkg', ['-x', archiveIn(folder, '.deb'), '.'], { cwd: folder });
    }
  } catch (error) {
    return { reason: `${name} could not be fetched: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}` };
  }
  return existsSync(wanted) ? { path: wanted } : { reason: `${name} holds no ${file} in this version` };
}

export function textOf(file: string): string {
  return readFileSync(file, 'utf8');
}

function archiveIn(folder: string, ending: string): string {
  return readdirSync(folder).find((name) => name.endsWith(ending)) ?? '';
}
