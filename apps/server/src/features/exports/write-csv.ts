import { decodeShape } from '#geometry/encoding'
import { perimeter } from '#geometry/polygon'

import { byteOrderMark, csvLine } from '../../platform/csv.ts'
import { annotatedImages, type AnnotatedImage } from './annotated-images.ts'
import type { ExportSource } from './export-source.ts'
import { imageColumns, imageFields } from './image-columns.ts'
import { withoutIdentity } from './without-identity.ts'

const columns = [
  ...imageColumns,
  'annotation_id',
  'category',
  'supercategory',
  'area_px2',
  'perimeter_px',
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

/**
 * A line for each annotation, and with empty images one for each image that has none. Under
 * pseudonyms the days and the people who annotated are left empty, and the patient has a pseudonym.
 */
export async function* writeCsv({
  db,
  selection,
  onImage,
  onWritten,
}: ExportSource): AsyncGenerator<string, void, undefined> {
  yield byteOrderMark + csvLine(columns)
  const { pseudonyms } = selection
  for await (const { image, annotations } of annotatedImages(db, selection)) {
    const shared = imageFields(image, pseudonyms)
    const own =
      annotations.length === 0
        ? [[]]
        : annotations.map((each) => [
            ...annotationFields(each),
            ...(pseudonyms === null
              ? openFields(each)
              : [JSON.stringify(withoutIdentity(each.metadata, image))]),
          ])
    const lines = own.map((fields) =>
      csvLine(columns.map((_, i) => [...shared, ...fields][i] ?? '')),
    )
    yield lines.join('')
    await onWritten(annotations.length)
    await onImage()
  }
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

/** Coordinates are kept to hundredths of a pixel; more digits would claim what is not known. */
function measure(value: number): string {
  return String(Math.round(value * 100) / 100)
}
