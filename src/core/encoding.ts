/** From bytes to text and back. The only place that knows byte-order marks, what counts as binary, and what is lossy. */

export type Encoding = 'utf8' | 'utf8bom' | 'utf16le' | 'utf16be';

export interface Decoded {
  /** Without a byte-order mark, line ends as they are. */
  readonly text: string;
  readonly encoding: Encoding;
  /** Some bytes are not valid in the encoding; each such run reads as U+FFFD. */
  readonly lossy: boolean;
}

/** How many bytes are looked at for a NUL byte, which makes a file binary; ripgrep looks at the whole file. */
const sniffedBytes = 64 * 1024;

/** Undefined for a binary file: one with a NUL byte near its start and no UTF-16 mark. */
export function decode(bytes: Uint8Array): Decoded | undefined {
  const encoding = markOf(bytes);
  if (encoding === 'utf8') {
    if (bytes.subarray(0, sniffedBytes).includes(0)) return undefined;
    return decodeAs(bytes, 'utf-8', encoding);
  }
  if (encoding === 'utf8bom') return decodeAs(bytes.subarray(3), 'utf-8', encoding);
  return decodeAs(bytes.subarray(2), encoding === 'utf16le' ? 'utf-16le' : 'utf-16be', encoding);
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

function markOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf8bom';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf16be';
  return 'utf8';
}

function decodeAs(bytes: Uint8Array, label: string, encoding: Encoding): Decoded {
  try {
    return { text: new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes), encoding, lossy: false };
  } catch {
    return { text: new TextDecoder(label, { ignoreBOM: true }).decode(bytes), encoding, lossy: true };
  }
}
