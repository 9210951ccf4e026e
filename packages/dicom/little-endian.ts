/** Bytes of the words that a binary representation is made of. */
const wordBytes: Readonly<Record<string, number>> = { OW: 2, OF: 4, OL: 4, OD: 8, OV: 8 }

/** Converts a binary value to little endian; returns it unchanged if no swap is needed. */
export function inLittleEndian(bytes: Uint8Array, vr: string, isLittleEndian: boolean): Uint8Array {
  const width = wordBytes[vr]
  if (isLittleEndian || width === undefined) return bytes
  const turned = new Uint8Array(bytes.length)
  for (let at = 0; at + width <= bytes.length; at += width) {
    for (let offset = 0; offset < width; offset++) {
      turned[at + offset] = bytes[at + width - 1 - offset] ?? 0
    }
  }
  return turned
}
