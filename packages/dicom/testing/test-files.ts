import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../../tests/fixtures/dicom')

/** Paths of the DICOM files in a folder of the fixtures. */
export function dicomFiles(folder: 'syntaxes' | 'pydicom' | 'hostile'): string[] {
  return readdirSync(join(root, folder)).map((name) => join(root, folder, name))
}
