import { createHash } from 'node:crypto';

/** Names a text: the same text has the same etag whatever its file's times, another text another one. */
export function etagOf(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 12);
}
