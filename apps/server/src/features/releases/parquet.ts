import { ByteWriter, ParquetWriter } from 'hyparquet-writer'

import { discColumns, discValues } from '#coco/optic-disc'
import type { Field } from '#contract/fields/field'
import { valueAsText } from '#contract/fields/words'
import type { FieldValue } from '#contract/fields/value'
import { lengthOfLines } from '#geometry/line'

import type { Db } from '../../platform/database/database.ts'
import type { ZipEntry } from '../../platform/files/zip.ts'
import { releasedImages, type FrozenRelease, type ReleasedImage } from './frozen.ts'

/** The types of Parquet that the tables use, as the library describes them. */
const types = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT32' },
  number: { type: 'DOUBLE' },
  yesNo: { type: 'BOOLEAN' },
} as const

type Cell = string | number | boolean | null

interface Column {
  readonly name: string
  readonly type: keyof typeof types
}

interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** The rows of an image, with a cell for each column. */
  readonly rowsOf: (image: ReleasedImage) => readonly (readonly Cell[])[]
}

const text = (name: string): Column => ({ name, type: 'text' })
const integer = (name: string): Column => ({ name, type: 'integer' })
const number = (name: string): Column => ({ name, type: 'number' })

/** Rows of a group, which is the piece that is held in memory uncompressed. */
const groupRows = 10_000

/**
 * The images with their grades and the measures of a drawn disc and cup, the annotations and the
 * measurements of a release, as Parquet tables. One without rows is left out: not all readers take the
 * empty file that the library writes.
 */
export async function* writeParquet(db: Db, release: FrozenRelease): AsyncGenerator<ZipEntry> {
  for (const table of [imageTable(release), annotationTable(release), measurementTable]) {
    const content = await written(db, release, table)
    if (content !== null) yield { name: `tables/${table.name}.parquet`, content }
  }
}

const identifying = [integer('image_id'), text('file_name'), text('part'), text('patient')]

function identityOf({ image_id: id, file_name: file, part, patient }: ReleasedImage): Cell[] {
  return [id, file, part, patient]
}

function imageTable({ document }: FrozenRelease): Table {
  const fields = document.fields.map(({ field }) => field)
  const nameOf = namesIn(document)
  return {
    name: 'images',
    columns: [
      ...identifying,
      text('source_path'),
      text('laterality'),
      integer('width'),
      integer('height'),
      text('labels'),
      ...discColumns.map(({ name }) => number(name)),
      ...fields.map((field): Column => ({ name: `grade.${field.key}`, type: typeOf(field) })),
    ],
    rowsOf: (row) => [
      [
        ...identityOf(row),
        row.source_path,
        row.laterality,
        row.image.width,
        row.image.height,
        (row.image.category_ids ?? []).map(nameOf).join(';'),
        ...discValues(row.image.optic_disc),
        ...fields.map((field) => gradeOf(field, row.image.fields?.[field.key])),
      ],
    ],
  }
}

function annotationTable({ document }: FrozenRelease): Table {
  const nameOf = namesIn(document)
  return {
    name: 'annotations',
    columns: [
      ...identifying,
      integer('annotation_id'),
      text('category'),
      ...['x', 'y', 'width', 'height', 'area', 'line_length'].map(number),
      integer('keypoints'),
      { name: 'is_crowd', type: 'yesNo' },
    ],
    rowsOf: (row) =>
      row.annotations.map((each) => [
        ...identityOf(row),
        each.id,
        nameOf(each.category_id),
        ...each.bbox,
        each.area,
        lengthOfLines(each.lines ?? []),
        each.num_keypoints ?? 0,
        each.iscrowd === 1,
      ]),
  }
}

const measurementTable: Table = {
  name: 'measurements',
  columns: [
    ...identifying,
    text('measure'),
    text('region'),
    number('value'),
    number('uncertainty'),
    text('unit'),
    text('not_measurable'),
    text('software'),
  ],
  rowsOf: (row) =>
    row.measures.map((each) => [
      ...identityOf(row),
      each.measure,
      each.region,
      each.value,
      each.uncertainty,
      each.unit,
      each.not_measurable,
      each.software,
    ]),
}

function namesIn({ categories }: FrozenRelease['document']): (id: number) => string {
  const names = new Map(categories.map(({ id, name }) => [id, name]))
  return (id) => names.get(id) ?? ''
}

function typeOf({ type }: Field): Column['type'] {
  if (type === 'number') return 'number'
  return type === 'yesNo' ? 'yesNo' : 'text'
}

/** The grade as a cell of its column; "cannot tell" of a number or of yes and no is no value. */
function gradeOf(field: Field, value: unknown): Cell {
  const type = typeOf(field)
  if (value === undefined || value === null) return null
  if (type === 'number') return typeof value === 'number' ? value : null
  if (type === 'yesNo') return typeof value === 'boolean' ? value : null
  return valueAsText(value as FieldValue)
}

/** @returns null for a table without rows */
async function written(db: Db, release: FrozenRelease, table: Table): Promise<Buffer | null> {
  const { columns } = table
  const writer = new ByteWriter()
  const parquet = new ParquetWriter({
    writer,
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name, type }) => ({
        name,
        ...types[type],
        repetition_type: 'OPTIONAL' as const,
      })),
    ],
  })
  let rows: (readonly Cell[])[] = []
  let isEmpty = true
  const write = async () => {
    isEmpty = false
    const columnData = columns.map(({ name }, i) => ({ name, data: rows.map((row) => row[i]) }))
    await parquet.write({ columnData })
    rows = []
  }
  for await (const image of releasedImages(db, release)) {
    rows.push(...table.rowsOf(image))
    if (rows.length >= groupRows) await write()
  }
  if (rows.length > 0) await write()
  if (isEmpty) return null
  await parquet.finish()
  return Buffer.from(writer.getBytes())
}
