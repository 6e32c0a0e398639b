/** A client of the window in a process of its own: `file_search` over MCP beside a raw ripgrep that this process starts. */
import { connectedClient } from '../support/client';
import { inTurn, type Pair } from '../support/measure';
import { rawRipgrep } from '../support/raw-ripgrep';

export interface OutsideRequest {
  readonly root: string;
  readonly rg: string;
  readonly patterns: readonly string[];
  readonly rounds: number;
}

void main(JSON.parse(process.argv[2] ?? ''));

async function main({ root, rg, patterns, rounds }: OutsideRequest): Promise<void> {
  const client = await connectedClient();
  const pairs: Pair[] = [];
  for (const pattern of patterns) {
    pairs.push(await inTurn(rounds, () => client.callTool({ name: 'file_search', arguments: { pattern } }), () => rawRipgrep(rg, root, pattern)));
  }
  process.stdout.write(JSON.stringify(pairs), () => process.exit(0));
}
