import { discColumns, discValues } from '#coco/optic-disc'
import { byteOrderMark, csvLine } from '#contract/csv'
import type { Field } from '#contract/fields/field'
import { ListedValue, type ListedValues } from '#contract/fields/value'
import { valueAsText } from '#contract/fields/words'
import { decodeShape } from '#geometry/encoding'
import { lengthOfLines } from '#geometry/line'
import { perimeter } from '#geometry/polygon'

import { listFields } from '../fields/queries.ts'
import { cocoDisc, drawnDiscOf } from './drawn-disc.ts'
import { annotatedImages, type AnnotatedImage } from './annotated-images.ts'
import type { ExportSource } from './export-source.ts'
import { imageColumns, imageFields } from './image-columns.ts'
import { measurementCells, measurementColumns } from './measurements.ts'
import type { ReaderFields } from './reader-fields.ts'
import { withoutIdentity } from './without-identity.ts'

const annotationColumns = [
  'annotation_id',
  'category',
  'supercategory',
  'area_px2',
  'perimeter_px',
  'line_length_px',
  'box_x_px',
  'box_y_px',
  'box_width_px',
  'box_height_px',
  'parts',
  'holes',
  'keypoints',
  'is_box',
  'is_crowd',
  'metadata',
  'creator',
  'created_at',
  'updated_at',
] as const

/** Prefix of the keys in the columns of fields. */
const fieldPrefix = 'field:'

/**
 * A line for each annotation, and with empty images one for each image that has none. Then follow the
 * ratios of a drawn cup and disc and the kept measurements, which are those of the image. The last columns
 * are the dataset's fields, and for each that readers state on their own a column of all readers' values.
 * Under pseudonyms the days and the annotators are left empty, and the patient has a pseudonym.
 */
export async function* writeCsv({
  db,
  selection,
  onImage,
  onWritten,
}: ExportSource): AsyncGenerator<string, void, undefined> {
  const { pseudonyms } = selection
  const fields = (await listFields(db, selection.dataset.id)).map(({ field }) => field)
  const filled = [...imageColumns, ...annotationColumns]
  const perReader = fields.filter((field) => field.perReader !== undefined)
  yield (
    byteOrderMark +
      csvLine([
        ...filled,
        ...discColumns.map(({ name }) => name),
        ...measurementColumns,
        ...fields.map(({ key }) => `${fieldPrefix}${key}`),
        ...perReader.map(({ key }) => `${fieldPrefix}${key}:readers`),
      ])
  )
  for await (const { image, annotations, readers } of annotatedImages(db, selection)) {
    const shared = imageFields(image, pseudonyms)
    const open = (notes: Readonly<Record<string, unknown>>) =>
      pseudonyms === null ? notes : withoutIdentity(notes, image)
    const ofReaders = perReader.map(({ key }) => readersCell(key, readers, open))
    const measured = [...discCells(annotations, image), ...measurementCells(image.measurements)]
    const valuesOf = (annotation?: Values) => [
      ...fieldValues(fields, [image, ...(annotation ? [annotation] : [])], open),
      ...ofReaders,
    ]
    const rows =
      annotations.length === 0
        ? [{ cells: shared, values: valuesOf() }]
        : annotations.map((each) => ({
            cells: [
              ...shared,
              ...annotationFields(each),
              ...(pseudonyms === null
                ? openFields(each)
                : [JSON.stringify(withoutIdentity(each.metadata, image))]),
            ],
            values: valuesOf(each),
          }))
    const lines = rows.map(({ cells, values }) =>
      csvLine([...filled.map((_, place) => cells[place] ?? ''), ...measured, ...values]),
    )
    yield lines.join('')
    await onWritten(annotations.length)
    await onImage()
  }
}

function discCells(
  annotations: AnnotatedImage['annotations'],
  { laterality }: AnnotatedImage['image'],
): string[] {
  const drawn = drawnDiscOf(annotations, laterality)
  return discValues(drawn === null ? undefined : cocoDisc(drawn)).map((value) =>
    value === null ? '' : String(value),
  )
}

interface Values {
  readonly fields: ListedValues
}

type Open = (values: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>

/** The values of an image and of an annotation on it, in the order of the fields. */
function fieldValues(fields: readonly Field[], records: readonly Values[], open: Open): string[] {
  const values = open(Object.assign({}, ...records.map((record) => record.fields)))
  return fields.map(({ key }) => valueAsText(ListedValue.safeParse(values[key]).data))
}

/** The values of a field by reader, as JSON: `{"kim":"2","lee":"3"}`; '' if nobody stated one. */
function readersCell(key: string, readers: ReaderFields, open: Open): string {
  const stated = Object.entries(readers).flatMap(([reader, values]) => {
    const value = open(values)[key]
    return value === undefined ? [] : [[reader, value] as const]
  })
  return stated.length === 0 ? '' : JSON.stringify(Object.fromEntries(stated))
}

function annotationFields(annotation: AnnotatedImage['annotations'][number]): string[] {
  const shape = decodeShape(annotation.geometry)
  const holes = shape.reduce((sum, polygon) => sum + polygon.holes.length, 0)
  return [
    String(annotation.id),
    annotation.category,
    annotation.supercategory,
    measure(annotation.area),
    measure(perimeter(shape)),
    measure(lengthOfLines(annotation.lines)),
    measure(annotation.box_x),
    measure(annotation.box_y),
    measure(annotation.box_width),
    measure(annotation.box_height),
    String(shape.length),
    String(holes),
    annotation.keypoints.join(' '),
    String(annotation.is_box),
    String(annotation.is_crowd),
  ]
}

/** The columns from the metadata on. */
function openFields(annotation: AnnotatedImage['annotations'][number]): string[] {
  return [
    JSON.stringify(annotation.metadata),
    annotation.username ?? '',
    annotation.created_at.toISOString(),
    annotation.updated_at.toISOString(),
  ]
}

/** Coordinates are kept to hundredths of a pixel; more digits would suggest false precision. */
function measure(value: number): string {
  return String(Math.round(value * 100) / 100)
}
