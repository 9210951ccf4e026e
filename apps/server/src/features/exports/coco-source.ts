import { sql } from 'kysely'

import { toCocoAnnotation } from '#coco/annotation'
import type { CocoAnnotation, CocoCategory, CocoImage } from '#coco/document'
import { listLicences, type LicenceList } from '#coco/licence'
import type { CocoSource } from '#coco/write-document'
import type { Measurements } from '#contract/measurements'
import { decodeShape } from '#geometry/encoding'

import type { Db } from '../../platform/database/database.ts'
import { listFields } from '../fields/queries.ts'
import type { AnnotationRow } from '../annotations/queries.ts'
import {
  cocoDisc,
  drawnDiscOf,
  type StructureJson,
  structureRows,
  structuresColumn,
} from './drawn-disc.ts'
import { cocoMeasurements } from './measurements.ts'
import { readerFields, undisputed, type ReaderFields } from './reader-fields.ts'
import { identityColumns, withoutIdentity } from './without-identity.ts'
import {
  selectedAnnotations,
  selectedCategories,
  selectedImages,
  selectedLicences,
  type SelectedCategory,
  type Selection,
} from './selection.ts'

/** Rows fetched at a time: memory does not grow with the dataset. */
const batch = 200

/** The selection as a COCO document's parts, read from the database piece by piece. */
export async function cocoSource(db: Db, selection: Selection): Promise<CocoSource> {
  const { dataset, product, at } = selection
  const fields = await listFields(db, dataset.id)
  const licences = listLicences(await selectedLicences(db, selection))
  return {
    info: {
      description: dataset.name,
      version: '1.0',
      year: at.getUTCFullYear(),
      contributor: `${product.name} ${product.version}`,
      url: '',
      date_created: at.toISOString(),
    },
    licenses: licences.licenses,
    categories: (await selectedCategories(db, selection)).map(toCocoCategory),
    ...(fields.length > 0 && { fields: fields.map(({ field }) => field) }),
    images: streamImages(db, selection, licences),
    annotations: streamAnnotations(db, selection),
  }
}

/** The COCO category of a row. */
export function toCocoCategory(row: SelectedCategory): CocoCategory {
  return {
    id: row.id,
    name: row.name,
    supercategory: row.supercategory,
    color: row.color,
    metadata: row.metadata,
    ...(row.role !== null && { role: row.role }),
    ...(row.keypoint_labels.length > 0 && {
      keypoints: row.keypoint_labels,
      skeleton: row.keypoint_edges,
    }),
    ...(row.keypoint_colors.length > 0 && { keypoint_colors: row.keypoint_colors }),
  }
}

/** The selected images in the order of their ids. */
export async function* streamImages(
  db: Db,
  selection: Selection,
  licences: LicenceList,
): AsyncGenerator<CocoImage> {
  const { pseudonyms } = selection
  const query = selectedImages(db, selection)
    .select([
      'image.id',
      'image.path',
      'image.width',
      'image.height',
      'image.metadata',
      'image.fields',
      'image.laterality',
      'image.measurements',
    ])
    .select(['image.media_type', ...identityColumns])
    .select(labelsOf(selection).as('category_ids'))
    .select(readerFields(selection).as('readers'))
    .select(structuresColumn(selection).as('structures'))
    .orderBy('image.id')
  for await (const row of query.stream(batch)) {
    const open = (notes: Readonly<Record<string, unknown>>) =>
      pseudonyms === null ? notes : withoutIdentity(notes, row)
    const metadata = open(row.metadata)
    yield {
      id: row.id,
      file_name: pseudonyms === null ? row.path : pseudonyms.imageName(row),
      width: row.width,
      height: row.height,
      ...licences.fieldsFor(metadata),
      category_ids: row.category_ids,
      metadata,
      ...someFields(open(undisputed(row.fields))),
      ...someReaders(row.readers, open),
      ...someDisc(row),
      ...someMeasurements(row.measurements),
    }
  }
}

/** Categories of the image as a whole. */
export function labelsOf({ categoryIds }: Selection) {
  const some = categoryIds.length > 0 ? sql`and category.id = any(${categoryIds})` : sql``
  return sql<number[]>`array(
    select category.id from category
    join image_category on image_category.category_id = category.id
    where image_category.image_id = image.id and category.deleted_at is null ${some}
    order by category.id)`
}

/** The annotations of the selected images in the order of their ids. */
export async function* streamAnnotations(
  db: Db,
  selection: Selection,
): AsyncGenerator<CocoAnnotation> {
  const query = selectedAnnotations(db, selection)
    .innerJoin('image', 'image.id', 'annotation.image_id')
    .selectAll('annotation')
    .select(['image.width', 'image.height', ...identityColumns])
    .orderBy('annotation.id')
  for await (const row of query.stream(batch)) {
    const open = (notes: Readonly<Record<string, unknown>>) =>
      selection.pseudonyms === null ? notes : withoutIdentity(notes, row)
    const source = {
      ...sourceOf(row),
      metadata: open(row.metadata),
      ...someFields(open(row.fields)),
    }
    const annotation = toCocoAnnotation(source, [row.height, row.width])
    if (annotation !== undefined) yield annotation
  }
}

function someFields(fields: Readonly<Record<string, unknown>>) {
  return Object.keys(fields).length === 0 ? {} : { fields }
}

function someDisc(row: { structures: StructureJson; laterality: 'R' | 'L' | 'B' | 'U' | null }) {
  const drawn = drawnDiscOf(structureRows(row.structures), row.laterality)
  return drawn === null ? {} : { optic_disc: cocoDisc(drawn) }
}

function someMeasurements(measurements: Measurements) {
  const all = cocoMeasurements(measurements)
  return all.length === 0 ? {} : { measurements: all }
}

type Values = Readonly<Record<string, unknown>>

function someReaders(readers: ReaderFields, open: (values: Values) => Values) {
  const entries = Object.entries(readers).map(([reader, values]) => [reader, open(values)] as const)
  return entries.length === 0 ? {} : { reader_fields: Object.fromEntries(entries) }
}

function sourceOf(row: AnnotationRow) {
  return {
    id: row.id,
    imageId: row.image_id,
    categoryId: row.category_id,
    shape: decodeShape(row.geometry),
    lines: row.lines,
    keypoints: row.keypoints,
    isBox: row.is_box,
    isCrowd: row.is_crowd,
    origin: row.origin,
    ...(row.position === null ? {} : { position: row.position }),
    ...(row.color === null ? {} : { color: row.color }),
  }
}
