/**
 * The bearer token. It is kept in the host's secret store, so that a configuration copied once keeps working after a
 * reload, and no other program of the machine can read it.
 */
import { randomBytes } from 'node:crypto';
import type { Log } from '../../core/ports';

/** The part of the host's secret store that is needed. */
export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
}

const key = 'sightline.mcp.token';

/** The stored token, or a new one of 32 random bytes. Where secrets cannot be stored it lasts until the next reload. */
export async function bearerToken(secrets: SecretStore, log: Log): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  try {
    const stored = await secrets.get(key);
    if (isToken(stored)) return stored;
    await secrets.store(key, token);
    // Another window may have stored its own in the meantime; then that one is the token of both.
    const settled = await secrets.get(key);
    return isToken(settled) ? settled : token;
  } catch (error) {
    log.warn(`The MCP token cannot be kept, so client configurations must be copied anew after a reload: ${String(error)}`);
    return token;
  }
}

function isToken(value: string | undefined): value is string {
  return value !== undefined && /^[\w-]{43}$/.test(value);
}
