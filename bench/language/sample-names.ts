/** Questions for the language benchmark, out of the sources themselves. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Every n-th of the exported names of eight letters and more, so that nobody has picked them. */
export function sampleNames(dir: string, count: number): readonly string[] {
  const names = new Set<string>();
  for (const file of readdirSync(path.join(dir, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    for (const match of readFileSync(path.join(dir, 'src', file), 'utf8').matchAll(/^export (?:const|function|class|interface|type) (\w{8,})/gm)) names.add(match[1] ?? '');
  }
  const sorted = [...names].sort();
  return Array.from({ length: count }, (_, index) => sorted[Math.floor(((index + 0.5) * sorted.length) / count)] ?? '');
}
