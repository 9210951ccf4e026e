import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = process.env['FOVEA_TEST_DATA'] ?? join(import.meta.dirname, '../../../../shared/data')

/** Paths of the DICOM files in a folder of the test data; none, with a loud word, where absent. */
export function dicomFiles(folder: 'syntaxes' | 'pydicom' | 'hostile'): string[] {
  const path = join(root, 'dicom', folder)
  if (existsSync(path)) return readdirSync(path).map((name) => join(path, name))
  process.stderr.write(`SKIPPED: there are no DICOM files at ${path} (set FOVEA_TEST_DATA).\n`)
  return []
}
