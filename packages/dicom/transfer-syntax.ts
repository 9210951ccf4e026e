/** How the data set's bytes are laid out (PS3.5 section 7 and annex A). */
export type DataSetEncoding = 'implicit-little' | 'explicit-little' | 'explicit-big'

/** How the pixels are stored. `other` names codecs that are not decoded. */
export type PixelCompression = 'none' | 'rle' | 'jpeg' | 'jpeg-ls' | 'jpeg2000' | 'other'

export interface TransferSyntax {
  readonly uid: string
  readonly name: string
  readonly encoding: DataSetEncoding
  readonly isDeflated: boolean
  readonly compression: PixelCompression
}

/** Implicit VR Little Endian, the default if none is announced (PS3.5 section 10). */
export const implicitLittleEndian = '1.2.840.10008.1.2'
export const explicitLittleEndian = '1.2.840.10008.1.2.1'
export const explicitBigEndian = '1.2.840.10008.1.2.2'
const deflated = '1.2.840.10008.1.2.1.99'

/** Names from PS3.6 annex A, shortened to the part that differs. */
const names: Readonly<Record<string, string>> = {
  [implicitLittleEndian]: 'Implicit VR Little Endian',
  [explicitLittleEndian]: 'Explicit VR Little Endian',
  [explicitBigEndian]: 'Explicit VR Big Endian',
  [deflated]: 'Deflated Explicit VR Little Endian',
  '1.2.840.10008.1.2.4.50': 'JPEG Baseline (Process 1)',
  '1.2.840.10008.1.2.4.51': 'JPEG Extended (Process 2 and 4)',
  '1.2.840.10008.1.2.4.57': 'JPEG Lossless (Process 14)',
  '1.2.840.10008.1.2.4.70': 'JPEG Lossless (Process 14, Selection Value 1)',
  '1.2.840.10008.1.2.4.80': 'JPEG-LS Lossless',
  '1.2.840.10008.1.2.4.81': 'JPEG-LS Near-Lossless',
  '1.2.840.10008.1.2.4.90': 'JPEG 2000 (Lossless Only)',
  '1.2.840.10008.1.2.4.91': 'JPEG 2000',
  '1.2.840.10008.1.2.4.92': 'JPEG 2000 Part 2 Multi-component (Lossless Only)',
  '1.2.840.10008.1.2.4.93': 'JPEG 2000 Part 2 Multi-component',
  '1.2.840.10008.1.2.4.100': 'MPEG2 Main Profile / Main Level',
  '1.2.840.10008.1.2.4.101': 'MPEG2 Main Profile / High Level',
  '1.2.840.10008.1.2.4.102': 'MPEG-4 AVC/H.264 High Profile / Level 4.1',
  '1.2.840.10008.1.2.4.103': 'MPEG-4 AVC/H.264 BD-compatible',
  '1.2.840.10008.1.2.4.107': 'HEVC/H.265 Main Profile / Level 5.1',
  '1.2.840.10008.1.2.4.108': 'HEVC/H.265 Main 10 Profile / Level 5.1',
  '1.2.840.10008.1.2.4.110': 'JPEG XL Lossless',
  '1.2.840.10008.1.2.4.111': 'JPEG XL JPEG Recompression',
  '1.2.840.10008.1.2.4.112': 'JPEG XL',
  '1.2.840.10008.1.2.4.201': 'High-Throughput JPEG 2000 (Lossless Only)',
  '1.2.840.10008.1.2.4.202': 'High-Throughput JPEG 2000 with RPCL Options (Lossless Only)',
  '1.2.840.10008.1.2.4.203': 'High-Throughput JPEG 2000',
  '1.2.840.10008.1.2.5': 'RLE Lossless',
}

const compressions: Readonly<Record<string, PixelCompression>> = {
  [implicitLittleEndian]: 'none',
  [explicitLittleEndian]: 'none',
  [explicitBigEndian]: 'none',
  [deflated]: 'none',
  '1.2.840.10008.1.2.4.50': 'jpeg',
  '1.2.840.10008.1.2.4.51': 'jpeg',
  '1.2.840.10008.1.2.4.57': 'jpeg',
  '1.2.840.10008.1.2.4.70': 'jpeg',
  '1.2.840.10008.1.2.4.80': 'jpeg-ls',
  '1.2.840.10008.1.2.4.81': 'jpeg-ls',
  '1.2.840.10008.1.2.4.90': 'jpeg2000',
  '1.2.840.10008.1.2.4.91': 'jpeg2000',
  '1.2.840.10008.1.2.4.201': 'jpeg2000',
  '1.2.840.10008.1.2.4.202': 'jpeg2000',
  '1.2.840.10008.1.2.4.203': 'jpeg2000',
  '1.2.840.10008.1.2.5': 'rle',
}

/** The transfer syntax of a UID; one that is not known is explicit little endian (PS3.5 A.4). */
export function transferSyntaxOf(uid: string): TransferSyntax {
  return {
    uid,
    name: names[uid] ?? `unknown transfer syntax ${uid}`,
    encoding: encodingOf(uid),
    isDeflated: uid === deflated,
    compression: compressions[uid] ?? 'other',
  }
}

function encodingOf(uid: string): DataSetEncoding {
  if (uid === implicitLittleEndian) return 'implicit-little'
  return uid === explicitBigEndian ? 'explicit-big' : 'explicit-little'
}
