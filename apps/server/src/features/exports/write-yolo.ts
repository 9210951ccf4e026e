import { decodeShape } from '#geometry/encoding'
import { yoloBox, yoloDescription, yoloLine, yoloOutline } from '#release/yolo'

import { zipOf, type ZipEntry } from '../../platform/files/zip.ts'
import { annotatedImages, type AnnotatedImage } from './annotated-images.ts'
import { archiveNames } from './archive-names.ts'
import type { ExportSource } from './export-source.ts'
import { selectedCategories } from './selection.ts'

type Annotation = AnnotatedImage['annotations'][number]
type Size = AnnotatedImage['image']
/** The numbers after the class in the line of an annotation, as shares of the image. */
type Describe = (annotation: Annotation, size: Size) => readonly number[]

/** YOLO labels (Ultralytics' form): for each image a text with a line for each outline. */
export function writeYoloSegments(source: ExportSource): AsyncGenerator<Buffer, void, undefined> {
  return zipOf(labelEntries(source, outlineOf), source.selection.at)
}

/** YOLO labels: for each image a text with the centre and size of each box. */
export function writeYoloBoxes(source: ExportSource): AsyncGenerator<Buffer, void, undefined> {
  return zipOf(labelEntries(source, boxOf), source.selection.at)
}

async function* labelEntries(source: ExportSource, describe: Describe): AsyncGenerator<ZipEntry> {
  const { db, selection } = source
  const categories = await selectedCategories(db, selection)
  const classes = new Map(categories.map(({ id }, number) => [id, number]))
  const names = categories.map(({ name }) => name)
  const description = yoloDescription(names, { train: 'images', val: 'images' })
  yield { name: 'data.yaml', content: Buffer.from(description) }
  const nameOf = await archiveNames(db, selection)
  for await (const { image, annotations } of annotatedImages(db, selection)) {
    const objects = annotations.filter(isObject)
    const lines = objects.map((annotation) =>
      yoloLine(classes.get(annotation.category_id) ?? 0, describe(annotation, image)),
    )
    yield { name: `labels/${nameOf(image)}.txt`, content: Buffer.from(lines.join('')) }
    await source.onWritten(objects.length)
    await source.onImage()
  }
}

/** YOLO knows single objects with an area, no crowds. */
function isObject(annotation: { area: number; is_crowd: boolean }): boolean {
  return annotation.area > 0 && !annotation.is_crowd
}

function outlineOf({ geometry }: Annotation, size: Size): readonly number[] {
  return yoloOutline(decodeShape(geometry), size)
}

function boxOf(annotation: Annotation, size: Size): readonly number[] {
  const { box_x, box_y, box_width, box_height } = annotation
  return yoloBox([box_x, box_y, box_width, box_height], size)
}
