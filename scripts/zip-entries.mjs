/**
 * @typedef {object} ZipEntry
 * @property {string} name
 * @property {number} mode Unix file mode, 0 when the archive has none
 */

/**
 * Lists a zip archive from its central directory. Enough to check what was packed; it reads no content.
 * @param {Buffer} zip
 * @returns {ZipEntry[]}
 * @throws {Error} when this is not a zip archive
 */
export function readZipEntries(zip) {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('not a zip archive: no end record');
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('not a zip archive: broken central directory');
    const nameLength = zip.readUInt16LE(at + 28);
    const entry = { name: zip.toString('utf8', at + 46, at + 46 + nameLength), mode: zip.readUInt32LE(at + 38) >>> 16 };
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    return entry;
  });
}
