/** What the data sheet of a release says. */
export interface DataSheet {
  readonly title: string
  readonly number: number
  readonly description: string
  readonly licence: string
  readonly notes: string
  /** The day on which it was made, YYYY-MM-DD. */
  readonly day: string
  readonly images: string
  readonly counts: {
    readonly images: number
    readonly patients: number
    readonly annotations: number
  }
  readonly parts: readonly {
    readonly name: string
    readonly images: number
    readonly patients: number
  }[]
  readonly splitting: { readonly seed: number; readonly stratifiedBy: string | null }
  readonly categories: readonly { readonly name: string; readonly annotations: number }[]
  readonly fields: readonly {
    readonly name: string
    readonly key: string
    readonly version: number
  }[]
  readonly models: readonly string[]
  readonly software: string
  readonly leftOut: readonly { readonly why: string; readonly images: number }[]
  /** Licences that the images themselves state. */
  readonly imageLicences: readonly string[]
  readonly files: readonly { readonly name: string; readonly holds: string }[]
}

/** The data sheet as Markdown. */
export function writeDataSheet(sheet: DataSheet): string {
  const { splitting } = sheet
  const stratified =
    splitting.stratifiedBy === null ? '' : `, stratified by \`${splitting.stratifiedBy}\``
  return [
    `# ${sheet.title}`,
    `Release ${sheet.number}, made on ${sheet.day} by ${sheet.software}.`,
    sheet.description,
    '## Licence',
    sheet.licence === '' ? 'Not stated.' : sheet.licence,
    ...(sheet.imageLicences.length === 0
      ? []
      : [`Licences stated by images: ${sheet.imageLicences.join(', ')}.`]),
    '## Contents',
    `${sheet.counts.images} images of ${sheet.counts.patients} patients with ${sheet.counts.annotations} annotations. ${sheet.images}`,
    table(
      ['Part', 'Images', 'Patients'],
      sheet.parts.map((part) => [part.name, part.images, part.patients]),
    ),
    `No patient is in two parts. The parts were drawn by patient with the seed ${splitting.seed}${stratified}. An image without a patient ID counts as a patient of its own.`,
    ...section(
      'Categories',
      sheet.categories.length > 0,
      table(
        ['Category', 'Annotations'],
        sheet.categories.map((each) => [each.name, each.annotations]),
      ),
    ),
    ...section(
      'Fields',
      sheet.fields.length > 0,
      table(
        ['Field', 'Key', 'Version'],
        sheet.fields.map((each) => [each.name, each.key, each.version]),
      ),
    ),
    ...section(
      'Models',
      sheet.models.length > 0,
      sheet.models.map((each) => `- ${cell(each)}`).join('\n'),
    ),
    ...section(
      'Left out',
      sheet.leftOut.length > 0,
      table(
        ['Reason', 'Images'],
        sheet.leftOut.map((each) => [each.why, each.images]),
      ),
    ),
    '## Files',
    table(
      ['File', 'Contents'],
      sheet.files.map((each) => [`\`${each.name}\``, each.holds]),
    ),
    ...section('Notes', sheet.notes !== '', sheet.notes),
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
    .concat('\n')
}

function section(heading: string, isThere: boolean, content: string): string[] {
  return isThere ? [`## ${heading}`, content] : []
}

type Cell = string | number

function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]): string => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

/** Text that cannot end a cell or a row. */
function cell(value: Cell): string {
  return String(value)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', String.raw`\|`)
}
