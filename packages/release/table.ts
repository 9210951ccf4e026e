import type { CocoAnnotation, CocoImage } from '#coco/document'
import { discColumns, discValues } from '#coco/optic-disc'

/** An image of a release, for its tables. */
export interface TabledImage {
  readonly image_id: number
  readonly patient: string
  /** Path in the dataset; null under pseudonyms. */
  readonly source_path: string | null
  readonly laterality: string | null
  readonly file_name: string
  readonly image: CocoImage
  readonly annotations: readonly CocoAnnotation[]
}

interface TableOptions {
  /** Keys of the fields, each of which every line has. */
  readonly fieldKeys: readonly string[]
  readonly categoryNames: ReadonlyMap<number, string>
}

/**
 * A line of metadata.jsonl, by which Hugging Face's image folder describes a file: `objects` are the boxes
 * of annotations, x, y, width and height in pixels, `optic_disc` the measures of a drawn disc and cup. Every
 * line has the same keys, null for no value.
 */
export function metadataLine(
  row: TabledImage,
  { fieldKeys, categoryNames }: TableOptions,
): Record<string, unknown> {
  const { image, annotations } = row
  const measures = discValues(image.optic_disc)
  const nameOf = (id: number): string => categoryNames.get(id) ?? ''
  return {
    file_name: row.file_name.slice(row.file_name.indexOf('/') + 1),
    image_id: row.image_id,
    patient: row.patient,
    source_path: row.source_path,
    laterality: row.laterality,
    width: image.width,
    height: image.height,
    labels: (image.category_ids ?? []).map(nameOf),
    grades: Object.fromEntries(fieldKeys.map((key) => [key, image.fields?.[key] ?? null])),
    optic_disc: Object.fromEntries(discColumns.map(({ name }, place) => [name, measures[place]])),
    objects: {
      id: annotations.map(({ id }) => id),
      category: annotations.map(({ category_id }) => nameOf(category_id)),
      bbox: annotations.map(({ bbox }) => bbox),
      area: annotations.map(({ area }) => area),
    },
  }
}
