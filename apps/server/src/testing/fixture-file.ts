import path from 'node:path'

const folder = path.join(import.meta.dirname, '../../../../tests/fixtures')

/** The path of a file or folder of tests/fixtures, as 'dicom/syntaxes'. */
export function fixtureFile(name: string): string {
  return path.join(folder, name)
}
