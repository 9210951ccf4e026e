import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'

import type { ObjectContext } from '#dicom/objects/common'

import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { Bytes } from '../../../platform/http/route.ts'
import type {
  Deidentification,
  PlainPixels,
  WrappedPicture,
} from '../../../platform/images/decode-messages.ts'
import { UndecodableImage } from '../../../platform/images/decoder.ts'
import { dicomMediaType } from '../../../platform/images/format.ts'
import { acquiredOf } from '../acquired.ts'
import { studyOwner } from './identity.ts'
import { uidFor } from './uids.ts'
import { undecodableProblem, type InspectDeps } from '../inspect-image.ts'
import { clockOfStudy, objectContext } from './object-context.ts'
import { siteSecret } from '../pseudonyms.ts'
import type { ImageRow } from '../queries.ts'
import { ensureSound } from '../sound-original.ts'
import { originalKey, storedPicture } from '../storage.ts'

export interface SendDicomDeps extends InspectDeps {
  readonly clock: Clock
  readonly files: FileStore
  readonly temporaryFolder: string
  readonly product: { readonly name: string; readonly version: string }
}

export interface WantedDicom {
  readonly image: ImageRow
  readonly datasetName: string
  /** The decision of a person who looked for text in the picture; null for the unchanged file. */
  readonly deidentified: Omit<Deidentification, 'secret'> | null
  /** Decode its pixels: the whole file, or frames alone, counted from 0. */
  readonly plain?: PlainPixels
}

/**
 * An image as DICOM: the original file, or a photograph wrapped as DICOM; de-identified on request.
 */
export async function sendDicom(db: Db, deps: SendDicomDeps, wanted: WantedDicom): Promise<Bytes> {
  const { image, datasetName, deidentified, plain = null } = wanted
  await ensureSound(db, deps, wanted)
  const isDicom = image.media_type === dicomMediaType
  if (isDicom && deidentified === null && plain === null) {
    const { content, size } = await deps.files.read(originalKey(datasetName, image.path))
    return { contentType: dicomMediaType, content, size, fileName: image.file_name }
  }
  const picture = storedPicture(image, datasetName)
  const wrap = isDicom ? null : await wrappedPicture(db, deps, image)
  const deidentification = deidentified && { ...deidentified, secret: await siteSecret(db) }
  const fileName = deidentified
    ? `image-${image.id}-deidentified.dcm`
    : `${image.file_name.replace(/\.[^.]*$/, '')}.dcm`
  await mkdir(deps.temporaryFolder, { recursive: true })
  const target = path.join(deps.temporaryFolder, `${randomUUID()}.part`)
  try {
    await deps.files.withLocalPath(picture.key, (source) =>
      deps.decoder.decode({
        kind: 'dicom',
        source,
        format: picture.format,
        target,
        wrap,
        deidentification,
        plain,
      }),
    )
    return { contentType: dicomMediaType, fileName, ...(await openOnce(target)) }
  } catch (error) {
    throw error instanceof UndecodableImage ? undecodableProblem(error) : error
  } finally {
    await rm(target, { force: true })
  }
}

/** The content stays readable when the file is removed. */
async function openOnce(file: string): Promise<Pick<Bytes, 'content' | 'size'>> {
  const handle = await open(file)
  const { size } = await handle.stat()
  return { content: handle.createReadStream(), size }
}

async function wrappedPicture(
  db: Db,
  { clock, product, siteTimeZone }: SendDicomDeps,
  image: ImageRow,
): Promise<WrappedPicture> {
  const { image: own, ...belonging } = await objectContext(db, product, image)
  const context: ObjectContext = {
    ...belonging,
    sopInstanceUid: own.sopInstanceUid,
    series: { instanceUid: own.seriesInstanceUid, number: 1, description: '' },
    created: clockOfStudy(image, image.created_at ?? clock(), siteTimeZone),
  }
  return {
    context,
    laterality: image.laterality,
    acquiredAt: acquiredOf(image) ?? null,
    synchronizationUid: await uidFor(db, 'synchronization', studyOwner(image)),
  }
}
