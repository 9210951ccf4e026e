import { decodeShape } from '#geometry/encoding'
import { ringsOf, type MultiPolygon } from '#geometry/polygon'

import { zipOf, type ZipEntry } from '../../platform/files/zip.ts'
import { annotatedImages, type AnnotatedImage } from './annotated-images.ts'
import { archiveNames } from './archive-names.ts'
import type { ExportSource } from './export-source.ts'
import { selectedCategories } from './selection.ts'

type Annotation = AnnotatedImage['annotations'][number]
type Size = AnnotatedImage['image']
/** The numbers after the class in the line of an annotation, as shares of the image. */
type Describe = (annotation: Annotation, size: Size) => readonly number[]

const decimals = 6

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
  const names = categories.map(({ name }, number) => `  ${number}: ${JSON.stringify(name)}\n`)
  const head = 'path: .\ntrain: images\nval: images\nnames:\n'
  yield { name: 'data.yaml', content: Buffer.from(head + names.join('')) }
  const nameOf = await archiveNames(db, selection)
  for await (const { image, annotations } of annotatedImages(db, selection)) {
    const objects = annotations.filter(isObject)
    const lines = objects.map((annotation) => {
      const numbers = describe(annotation, image).map((value) => value.toFixed(decimals))
      return `${classes.get(annotation.category_id)} ${numbers.join(' ')}\n`
    })
    yield { name: `labels/${nameOf(image)}.txt`, content: Buffer.from(lines.join('')) }
    await source.onWritten(objects.length)
    await source.onImage()
  }
}

/** YOLO knows single objects with an area, no crowds. */
function isObject(annotation: { area: number; is_crowd: boolean }): boolean {
  return annotation.area > 0 && !annotation.is_crowd
}

/**
 * Joins all rings into one: from the first point of the first ring to each other ring and back, so
 * that zero-width lines join holes and separate parts.
 */
function outlineOf({ geometry }: Annotation, { width, height }: Size): readonly number[] {
  return joinedRings(decodeShape(geometry)).map(
    (value, i) => value / (i % 2 === 0 ? width : height),
  )
}

function joinedRings(shape: MultiPolygon): readonly number[] {
  const [first = [], ...others] = shape.flatMap(ringsOf)
  const start = first.slice(0, 2)
  return others.length === 0
    ? first
    : [...first, ...start, ...others.flatMap((ring) => [...ring, ...ring.slice(0, 2), ...start])]
}

function boxOf(annotation: Annotation, { width, height }: Size): readonly number[] {
  const { box_x, box_y, box_width, box_height } = annotation
  return [
    (box_x + box_width / 2) / width,
    (box_y + box_height / 2) / height,
    box_width / width,
    box_height / height,
  ]
}
