import { strict as assert } from 'node:assert';
import { bearerToken, type SecretStore } from '../../../src/doors/mcp/token';

describe('MCP token', () => {
  const warnings: string[] = [];
  const log = { info: () => undefined, warn: (message: string) => warnings.push(message), error: () => undefined };
  beforeEach(() => {
    warnings.length = 0;
  });

  it('is 32 random bytes, and stays the same after a reload', async () => {
    const secrets = memory();
    const first = await bearerToken(secrets, log);
    assert.equal(Buffer.from(first, 'base64url').length, 32);
    assert.match(first, /^[\w-]{43}$/);
    assert.equal(await bearerToken(secrets, log), first);
    assert.notEqual(await bearerToken(memory(), log), first);
  });

  it('replaces a stored value that is no token', async () => {
    for (const stored of ['', 'short', 'x'.repeat(44), `${'x'.repeat(42)}\n`]) {
      const secrets = memory(stored);
      const token = await bearerToken(secrets, log);
      assert.notEqual(token, stored);
      assert.equal(await bearerToken(secrets, log), token);
    }
  });

  it('is the one of the window that stored it last, when two open at once', async () => {
    const other = 'o'.repeat(43);
    let reads = 0;
    const raced: SecretStore = { get: async () => (reads++ === 0 ? undefined : other), store: async () => undefined };
    assert.equal(await bearerToken(raced, log), other);
  });

  it('works without a secret store until the next reload, and says so', async () => {
    const broken: SecretStore = { get: async () => undefined, store: async () => Promise.reject(new Error('no keyring')) };
    assert.match(await bearerToken(broken, log), /^[\w-]{43}$/);
    assert.match(warnings[0] ?? '', /cannot be kept.*no keyring/);
  });
});

function memory(value?: string): SecretStore {
  let held = value;
  return {
    get: async () => held,
    store: async (_key, next) => {
      held = next;
    },
  };
}
