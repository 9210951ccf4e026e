import { multiPolygonToRle } from '#coco/polygon-to-rle'
import { decodeToBitmap } from '#coco/rle'
import { decodeShape } from '#geometry/encoding'

import { zipOf, type ZipEntry } from '../../platform/files/zip.ts'
import { bitmapToPng } from '../../platform/images/write-png.ts'
import { annotatedImages, type AnnotatedImage } from './annotated-images.ts'
import { archiveNames, categoryFolders } from './archive-names.ts'
import type { ExportSource } from './export-source.ts'
import { selectedCategories } from './selection.ts'

/**
 * For each image and category with areas a black picture of the image's size, white in the areas. Lines
 * and keypoints alone make no picture, because a black one would say that nothing was drawn. With empty
 * images: one of every category for every image.
 */
export async function* writeMasks(source: ExportSource): AsyncGenerator<Buffer, void, undefined> {
  yield* zipOf(maskEntries(source), source.selection.at)
}

async function* maskEntries(source: ExportSource): AsyncGenerator<ZipEntry> {
  const { db, selection } = source
  const folders = categoryFolders(await selectedCategories(db, selection))
  const nameOf = await archiveNames(db, selection)
  for await (const annotated of annotatedImages(db, selection)) {
    const name = nameOf(annotated.image)
    const withArea = annotated.annotations.filter(({ area }) => area > 0)
    const present = new Set(withArea.map(({ category_id }) => category_id))
    for (const [category, folder] of folders) {
      if (!present.has(category) && !selection.withEmptyImages) continue
      yield { name: `${folder}/${name}.png`, content: await maskOf(annotated, category) }
    }
    await source.onWritten(withArea.length)
    await source.onImage()
  }
}

function maskOf({ image, annotations }: AnnotatedImage, categoryId: number): Promise<Buffer> {
  const shapes = annotations
    .filter(({ category_id }) => category_id === categoryId)
    .flatMap(({ geometry }) => decodeShape(geometry))
  const mask = multiPolygonToRle(shapes, [image.height, image.width])
  return bitmapToPng(decodeToBitmap(mask, 'row-major'), image)
}
