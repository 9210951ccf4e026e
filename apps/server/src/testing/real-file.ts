import { existsSync } from 'node:fs'
import path from 'node:path'

const folder = process.env['FOVEA_TEST_DATA'] ?? path.resolve('../shared/data')

/** Real photographs and DICOM files, read where they lie; undefined, said aloud, where they do not. */
export function realFile(name: string): string | undefined {
  const file = path.join(folder, name)
  if (existsSync(file)) return file
  process.stderr.write(
    `SKIPPED: the real file ${name} is not at ${folder} (set FOVEA_TEST_DATA).\n`,
  )
  return undefined
}
