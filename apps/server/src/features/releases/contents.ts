import { writeCocoDocument } from '#coco/write-document'
import type { CocoAnnotation } from '#coco/document'
import { message } from '#contract/messages/message'
import type { ReleaseContent } from '#contract/releases'
import { paintClasses, paletteOf } from '#release/layers'
import { bitmapOf, shapeOf } from '#release/shape'
import { yoloBox, yoloDescription, yoloLine, yoloOutline } from '#release/yolo'

import type { Db } from '../../platform/database/database.ts'
import type { ZipEntry } from '../../platform/files/zip.ts'
import { indexedToPng } from '../../platform/images/write-png.ts'
import { bitmapsToTiff } from '../../platform/images/write-tiff.ts'
import { PermanentFailure } from '../../platform/jobs/definition.ts'
import { releasedImages, type FrozenRelease, type ReleasedImage } from './frozen.ts'
import { writeParquet } from './parquet.ts'

type Write = (db: Db, release: FrozenRelease) => AsyncGenerator<ZipEntry>

interface Content {
  /** Files of this content, as the data sheet lists them. */
  readonly files: readonly { readonly name: string; readonly holds: string }[]
  readonly write: Write
}

/** What a release can have beside its images, by the contract's names. */
export const contents: Readonly<Record<ReleaseContent, Content>> = {
  coco: {
    files: [{ name: 'coco.json', holds: 'Annotations, labels and grades as COCO' }],
    write: writeCoco,
  },
  'yolo-segment': {
    files: [
      { name: 'yolo-segment.yaml', holds: 'Classes of the YOLO labels' },
      { name: 'yolo-segment/*/*.txt', holds: 'Outlines as YOLO labels' },
    ],
    write: yoloWriter('yolo-segment', (annotation, size) => yoloOutline(shapeOf(annotation), size)),
  },
  'yolo-detect': {
    files: [
      { name: 'yolo-detect.yaml', holds: 'Classes of the YOLO labels' },
      { name: 'yolo-detect/*/*.txt', holds: 'Boxes as YOLO labels' },
    ],
    write: yoloWriter('yolo-detect', (annotation, size) => yoloBox(annotation.bbox, size)),
  },
  masks: {
    files: [
      {
        name: 'masks/*/*.png',
        holds:
          'The number of the class at each pixel, 0 for background, in a palette of the classes’ colours; where areas overlap, the higher number wins',
      },
      { name: 'masks/classes.json', holds: 'The classes by their numbers' },
    ],
    write: writeMasks,
  },
  tiff: {
    files: [
      {
        name: 'labels/*/*.tiff',
        holds: 'A page of one bit a pixel for each category, named by PageName: areas may overlap',
      },
    ],
    write: writeTiff,
  },
  parquet: {
    files: [
      {
        name: 'tables/images.parquet',
        holds:
          'Images with their labels and grades, and the cup-to-disc ratios and rim widths (in pixels) of a drawn disc and cup',
      },
      {
        name: 'tables/annotations.parquet',
        holds:
          'Boxes, areas, lengths of lines and numbers of keypoints of annotations, in pixels, if any',
      },
      {
        name: 'tables/measurements.parquet',
        holds: 'Measurements of the analysis with their uncertainty, one a row, if any',
      },
    ],
    write: writeParquet,
  },
}

async function* writeCoco(db: Db, release: FrozenRelease): AsyncGenerator<ZipEntry> {
  const { info, licenses, categories, fields } = release.document
  const pieces = writeCocoDocument({
    info: { ...info, description: release.texts.title, version: String(release.number) },
    licenses,
    categories,
    ...(fields.length > 0 && { fields: fields.map(({ field }) => field) }),
    images: imagesOf(db, release),
    annotations: annotationsOf(db, release),
  })
  yield { name: 'coco.json', content: asBytes(pieces) }
}

async function* imagesOf(db: Db, release: FrozenRelease) {
  for await (const { image } of releasedImages(db, release)) yield image
}

/** Renumbered, because a document's annotations come in the order of their ids. */
async function* annotationsOf(db: Db, release: FrozenRelease) {
  let id = 0
  for await (const { annotations } of releasedImages(db, release)) {
    for (const annotation of annotations) {
      id++
      yield { ...annotation, id, metadata: { ...annotation.metadata, source_id: annotation.id } }
    }
  }
}

async function* asBytes(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece)
}

/** Numbers of the classes from 0, in the order of their ids. */
function classesOf({ document }: FrozenRelease): ReadonlyMap<number, number> {
  return new Map(document.categories.map(({ id }, number) => [id, number]))
}

/** Areas, without crowds. */
function objectsOf({ annotations }: ReleasedImage): readonly CocoAnnotation[] {
  return annotations.filter((each) => each.iscrowd === 0 && shapeOf(each).length > 0)
}

type Describe = (
  annotation: CocoAnnotation,
  size: { width: number; height: number },
) => readonly number[]

function yoloWriter(folder: 'yolo-segment' | 'yolo-detect', describe: Describe): Write {
  return async function* write(db, release) {
    const names = release.document.categories.map(({ name }) => name)
    const parts = { train: 'train', val: 'validation', test: 'test' }
    yield {
      name: `${folder}.yaml`,
      content: Buffer.from(yoloDescription(names, parts)),
    }
    const classes = classesOf(release)
    for await (const row of releasedImages(db, release)) {
      const lines = objectsOf(row).map((annotation) =>
        yoloLine(classes.get(annotation.category_id) ?? 0, describe(annotation, row.image)),
      )
      yield { name: besideImage(folder, row, 'txt'), content: Buffer.from(lines.join('')) }
    }
  }
}

/** The path of a file about an image: the folder, the part, and the image's name. */
function besideImage(folder: string, { file_name }: ReleasedImage, extension: string): string {
  return `${folder}/${file_name.replace(/\.[^.]*$/, '')}.${extension}`
}

const mostPaletteClasses = 255

async function* writeMasks(db: Db, release: FrozenRelease): AsyncGenerator<ZipEntry> {
  const { categories } = release.document
  if (categories.length > mostPaletteClasses) {
    throw new PermanentFailure(message('releases.tooManyCategories', { count: categories.length }))
  }
  const palette = paletteOf(categories.map(({ color }) => color))
  const names = ['background', ...categories.map(({ name }) => name)]
  yield { name: 'masks/classes.json', content: Buffer.from(`${JSON.stringify(names, null, 2)}\n`) }
  for await (const row of releasedImages(db, release)) {
    const { width, height } = row.image
    const painted = paintClasses(width * height, layersOf(row, release))
    yield {
      name: besideImage('masks', row, 'png'),
      content: await indexedToPng(painted, row.image, palette),
    }
  }
}

/** The categories of an image that have areas, numbered from 1. */
function* layersOf(row: ReleasedImage, release: FrozenRelease) {
  for (const [number, { id }] of release.document.categories.entries()) {
    const bitmap = bitmapIn(row, id)
    if (bitmap !== undefined) yield { classNumber: number + 1, bitmap }
  }
}

function bitmapIn({ image, annotations }: ReleasedImage, categoryId: number) {
  const own = annotations.filter(({ category_id }) => category_id === categoryId)
  const shapes = own.flatMap(shapeOf)
  return shapes.length === 0 ? undefined : bitmapOf(shapes, image)
}

async function* writeTiff(db: Db, release: FrozenRelease): AsyncGenerator<ZipEntry> {
  const { categories } = release.document
  if (categories.length === 0) return
  for await (const row of releasedImages(db, release)) {
    const pages = categories.map(({ id, name }) => ({
      name,
      bitmap: bitmapIn(row, id) ?? new Uint8Array(row.image.width * row.image.height),
    }))
    yield {
      name: besideImage('labels', row, 'tiff'),
      content: await bitmapsToTiff(pages, row.image),
    }
  }
}
