/** The signature of PNG, which chunks follow: each has the length of its data, its type, the data and a checksum. */
const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const besidesData = 12

/**
 * A picture without the compressed texts of a PNG, which its decoder unpacks though nobody reads them: a file of 400 kB
 * takes 2 GB. Other formats have none.
 */
export function withoutPackedTexts(file: Buffer): Buffer {
  if (!file.subarray(0, signature.length).equals(signature)) return file
  const kept = Buffer.allocUnsafe(file.length)
  let length = 0
  let keptUntil = 0
  for (let at = signature.length; at + besidesData <= file.length; ) {
    const end = at + besidesData + file.readUInt32BE(at)
    if (packedTexts.has(file.readUInt32BE(at + 4))) {
      length += file.copy(kept, length, keptUntil, at)
      keptUntil = Math.min(end, file.length)
    }
    at = end
  }
  length += file.copy(kept, length, keptUntil)
  return kept.subarray(0, length)
}

const packedTexts = new Set(['zTXt', 'iTXt'].map(type => Buffer.from(type).readUInt32BE()))
