import type { ReleasePlan } from '#contract/releases'
import { fittedSize } from '#release/scale'

import type { Db } from '../../platform/database/database.ts'
import type { ZipEntry } from '../../platform/files/zip.ts'
import { Problem } from '../../platform/http/problem.ts'
import { UndecodableImage } from '../../platform/images/decoder.ts'
import type { Renditions } from '../../platform/images/renditions.ts'
import { sendDicom, type SendDicomDeps } from '../images/dicom/send-dicom.ts'
import type { ImageRow } from '../images/queries.ts'
import { ensureSound } from '../images/sound-original.ts'
import { originalKey, storedPicture } from '../images/storage.ts'
import { frozenImages, type FrozenImage } from './frozen.ts'

export interface ImageFileDeps extends SendDicomDeps {
  readonly renditions: Renditions
}

interface Wanted {
  readonly releaseId: number
  readonly datasetName: string
  readonly plan: ReleasePlan
  /** Call when an image is done. */
  readonly onImage: () => Promise<void>
}

/**
 * The files of a release's images. Takes an image out of the release if its file is gone, damaged or cannot be
 * decoded.
 * @returns the number of those images
 */
export async function* imageFiles(
  db: Db,
  deps: ImageFileDeps,
  { releaseId, onImage, ...wanted }: Wanted,
): AsyncGenerator<ZipEntry, number, undefined> {
  let unreadable = 0
  for await (const frozen of frozenImages(db, releaseId)) {
    const content = await contentOf(db, deps, { frozen, ...wanted })
    if (content === undefined) {
      unreadable++
      await db
        .deleteFrom('release_image')
        .where('release_id', '=', releaseId)
        .where('image_id', '=', frozen.image_id)
        .execute()
    } else {
      yield { name: frozen.file_name, content }
    }
    await onImage()
  }
  return unreadable
}

interface One {
  readonly frozen: FrozenImage
  readonly datasetName: string
  readonly plan: ReleasePlan
}

async function contentOf(
  db: Db,
  deps: ImageFileDeps,
  { frozen, datasetName, plan }: One,
): Promise<ZipEntry['content'] | undefined> {
  const image = await db
    .selectFrom('image')
    .selectAll()
    .where('id', '=', frozen.image_id)
    .where('sha256', '=', frozen.sha256)
    .executeTakeFirst()
  if (image === undefined) return undefined
  try {
    await ensureSound(db, deps, { image, datasetName })
    return await writers[plan.images](db, deps, { image, frozen, datasetName, plan })
  } catch (error) {
    if (error instanceof UndecodableImage || error instanceof Problem) return undefined
    throw error
  }
}

type Write = (
  db: Db,
  deps: ImageFileDeps,
  one: One & { readonly image: ImageRow },
) => Promise<ZipEntry['content']>

const writers: Readonly<Record<ReleasePlan['images'], Write>> = {
  async original(_db, { files }, { image, datasetName }) {
    const { content } = await files.read(originalKey(datasetName, image.path))
    return content
  },
  async png(_db, { renditions }, { image, frozen, datasetName, plan }) {
    return renditions.view(storedPicture(image, datasetName), 'png', {
      fit: fittedSize(frozen.image, plan.longest_side),
      part: null,
      window: null,
      quality: null,
      masked: frozen.mask === true,
    })
  },
  async deidentified(db, deps, { image, frozen, datasetName }) {
    const deidentified = { mask: frozen.mask }
    const { content } = await sendDicom(db, deps, { image, datasetName, deidentified })
    return content
  },
}
