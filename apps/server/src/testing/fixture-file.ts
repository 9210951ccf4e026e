import path from 'node:path'

const root = path.join(import.meta.dirname, '../../../..')

/** The path of a file or folder of tests/fixtures, such as 'dicom/syntaxes'. */
export function fixtureFile(name: string): string {
  return path.join(root, 'tests/fixtures', name)
}

/** The path of a photograph of the example clinic, as '05_h.jpg'. */
export function examplePhotograph(name: string): string {
  return path.join(root, 'example-clinic', name)
}
