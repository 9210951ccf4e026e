import { constants, inflateRawSync } from 'node:zlib'

import { textDecoder } from '#dicom/character-set'
import { readDataSet } from '#dicom/data-set'
import { transferSyntaxOf } from '#dicom/transfer-syntax'
import { elementValues, type ElementValues } from '#dicom/values'

/** Maximum size that the beginning of a deflated data set may expand to. */
const mostInflated = 64 * 2 ** 20

/** The values of a data set, or of its beginning, as it travels in a transfer syntax. */
export function readValues(bytes: Uint8Array, transferSyntaxUid: string): ElementValues {
  const { encoding, isDeflated } = transferSyntaxOf(transferSyntaxUid)
  const dataSet = readDataSet(isDeflated ? inflateBeginning(bytes) : bytes, encoding)
  const ascii = elementValues(dataSet, (value) => Buffer.from(value).toString('latin1'))
  const decode = textDecoder(ascii.texts('00080005'), (value, label) =>
    new TextDecoder(label).decode(value),
  )
  return elementValues(dataSet, decode)
}

function inflateBeginning(bytes: Uint8Array): Uint8Array {
  try {
    return inflateRawSync(bytes, {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: mostInflated,
    })
  } catch {
    return new Uint8Array()
  }
}
