/** Reads request bodies, and gets rid of the rest of those that are refused. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { largestRequest } from './guard';

/** The text of a body; undefined as soon as it has more than `largestRequest` bytes. Rejects when the client goes away. */
export function readBody(request: IncomingMessage, response: ServerResponse): Promise<string | undefined> {
  // curl and others wait for this before they send a large body.
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > largestRequest) {
        request.off('data', onData);
        resolve(undefined);
        return;
      }
      chunks.push(chunk);
    };
    request.on('data', onData);
    request.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.once('error', reject);
    request.once('close', () => reject(new Error('The client went away before it had sent its request.')));
  });
}

/** Milliseconds in which the client of a refused request may notice that nobody listens any more. */
const grace = 1_000;

/**
 * Drops what still comes. A socket that is closed with unread bytes is reset, and the client would lose the refusal; so
 * the bytes are thrown away for a moment, and only then the connection is cut.
 */
export function discard(request: IncomingMessage): void {
  if (request.complete) return;
  request.resume();
  const cut = setTimeout(() => request.destroy(), grace).unref();
  request.once('close', () => clearTimeout(cut));
  request.once('end', () => clearTimeout(cut));
  request.on('error', () => undefined);
}
