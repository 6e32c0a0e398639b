/** From bytes to text and back. The only place that knows byte-order marks, what counts as binary, and what is lossy. */

export type Encoding = 'utf8' | 'utf8bom' | 'utf16le' | 'utf16be';

export interface Decoded {
  /** Without a byte-order mark, line ends as they are. */
  readonly text: string;
  readonly encoding: Encoding;
  /** Some bytes are not valid in the encoding; each such run reads as U+FFFD. */
  readonly lossy: boolean;
}

/** A NUL character in so many bytes from the start, of the text as UTF-8, makes a file binary; a later one does not. */
export const sniffedBytes = 64 * 1024;

/** Undefined for a binary file: one with a NUL character near its start, which UTF-32 has everywhere. */
export function decode(bytes: Uint8Array): Decoded | undefined {
  const encoding = encodingOf(bytes);
  if (encoding.startsWith('utf8')) return bytes.subarray(0, sniffedBytes).includes(0) ? undefined : decodeAs(bytes, encoding);
  const decoded = decodeAs(bytes, encoding);
  const nul = decoded.text.slice(0, sniffedBytes).indexOf('\0');
  return nul === -1 || Buffer.byteLength(decoded.text.slice(0, nul)) >= sniffedBytes ? decoded : undefined;
}

/** The text of a file, binary or not. */
export function decodeAnyway(bytes: Uint8Array): string {
  return decodeAs(bytes, encodingOf(bytes)).text;
}

/** UTF-32 with its mark, which nothing here reads. */
export function isUtf32(bytes: Uint8Array): boolean {
  const mark = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  return mark === 'fffe0000' || mark === '0000feff';
}

/** The bytes of a text, mark included. */
export function encode(text: string, encoding: Encoding): Uint8Array {
  switch (encoding) {
    case 'utf8':
      return Buffer.from(text, 'utf8');
    case 'utf8bom':
      return Buffer.from(`\ufeff${text}`, 'utf8');
    case 'utf16le':
      return Buffer.from(`\ufeff${text}`, 'utf16le');
    case 'utf16be':
      return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  }
}

/** VS Code has the same names for these, and more for others. */
export function isEncoding(name: string): name is Encoding {
  return name === 'utf8' || name === 'utf8bom' || name === 'utf16le' || name === 'utf16be';
}

/** By its mark; UTF-8 without one. */
export function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf8bom';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf16be';
  return 'utf8';
}

function decodeAs(bytes: Uint8Array, encoding: Encoding): Decoded {
  const { label, mark } = formats[encoding];
  const content = bytes.subarray(mark);
  try {
    return { text: new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(content), encoding, lossy: false };
  } catch {
    return { text: new TextDecoder(label, { ignoreBOM: true }).decode(content), encoding, lossy: true };
  }
}

/** The decoder's name for an encoding, and the bytes of its mark. */
const formats = {
  utf8: { label: 'utf-8', mark: 0 },
  utf8bom: { label: 'utf-8', mark: 3 },
  utf16le: { label: 'utf-16le', mark: 2 },
  utf16be: { label: 'utf-16be', mark: 2 },
} as const;
