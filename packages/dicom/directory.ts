import { decodeAscii } from './character-set.ts'
import { readItems } from './data-set.ts'
import { readFile, type Inflate } from './file.ts'
import { RefusalError } from './refusal.ts'
import { elementValues } from './values.ts'

/** The SOP class of a DICOMDIR: Media Storage Directory. */
const mediaStorageDirectory = '1.2.840.10008.1.3.10'

/**
 * The files that a DICOMDIR lists (PS3.3 annex F), as paths from where it lies, 'DICOM/IM000001';
 * undefined where the bytes are no DICOMDIR. The paths are as it has them: to be compared, not used.
 */
export function readDirectory(bytes: Uint8Array, inflate: Inflate): string[] | undefined {
  try {
    const { meta, dataSet } = readFile(bytes, inflate)
    const sopClass = elementValues(meta, decodeAscii).text('00020002')
    const records = dataSet.elements.get('00041220')
    if (sopClass !== mediaStorageDirectory || records === undefined) return undefined
    return readItems(records, dataSet.encoding).flatMap((record) => {
      const parts = elementValues(record, decodeAscii).texts('00041500')
      return parts.every((part) => part === '') ? [] : [parts.join('/')]
    })
  } catch (error) {
    if (error instanceof RefusalError) return undefined
    throw error
  }
}
