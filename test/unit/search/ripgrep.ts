/** The ripgrep of the pinned package, as it will be shipped. */
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(path.join(process.cwd(), 'package.json'));

export const shippedRipgrepFolder = path.join(
  path.dirname(require.resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/package.json`)),
  'bin',
);
