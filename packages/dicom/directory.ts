import { decodeAscii } from './character-set.ts'
import { readItems, type DataSet } from './data-set.ts'
import { readFile, type Inflate } from './file.ts'
import { RefusalError } from './refusal.ts'
import { mediaStorageDirectory } from './sop-class.ts'
import { elementValues } from './values.ts'

/** Directory Record Sequence. */
const records = '00041220'

/**
 * The files that a DICOMDIR lists (PS3.3 annex F), as paths relative to it, 'DICOM/IM000001';
 * undefined if the bytes are not a DICOMDIR. The paths are unchecked: compare them only, never open
 * them.
 */
export function readDirectory(bytes: Uint8Array, inflate: Inflate): string[] | undefined {
  try {
    const { meta, dataSet } = readFile(bytes, inflate)
    const sopClass = elementValues(meta, decodeAscii).text('00020002')
    const isDirectory = sopClass === mediaStorageDirectory && dataSet.elements.has(records)
    return isDirectory ? listedFiles(dataSet) : undefined
  } catch (error) {
    if (error instanceof RefusalError) return undefined
    throw error
  }
}

/** The files that a directory's data set lists, as `readDirectory` has them. */
export function listedFiles(dataSet: DataSet): string[] {
  const element = dataSet.elements.get(records)
  if (element === undefined) return []
  return readItems(element, dataSet.encoding).flatMap((record) => {
    const parts = elementValues(record, decodeAscii).texts('00041500')
    return parts.every((part) => part === '') ? [] : [parts.join('/')]
  })
}
