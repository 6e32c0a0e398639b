// node leash.mjs MARK COMMAND ARGUMENT...
// Runs a program, and ends it and all that it started when whoever started this goes away without doing so, even when
// it was killed outright: the end of standard input tells.
import { spawn } from 'node:child_process';
import { stopTree } from './processes.mjs';

const [mark, command, ...args] = process.argv.slice(2);
if (mark === undefined || command === undefined) throw new Error('usage: node leash.mjs MARK COMMAND ARGUMENT...');

const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.once('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 1));
process.stdin.resume().once('close', () => void stopTree(child.pid, mark));
