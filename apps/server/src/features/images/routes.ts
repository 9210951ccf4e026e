import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { stat } from 'node:fs/promises'

import {
  deleteImage,
  findFiles,
  getImage,
  getImageTile,
  getKeptField,
  uploadImage,
  uploadImages,
} from '#contract/images'
import { english, message, tell } from '#contract/messages/message'
import { exportPatients } from '#contract/patient-table'
import { startScan, startScanByGet } from '#contract/scans'

import type { Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound, Problem } from '../../platform/http/problem.ts'
import { serve, type Bytes, type Call, type Route } from '../../platform/http/route.ts'
import { UndecodableImage } from '../../platform/images/decoder.ts'
import type { RenditionFile } from '../../platform/images/renditions.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { announceDataset, announceDeletion } from '../datasets/announce.ts'
import { getDataset } from '../datasets/queries.ts'
import { addImage, type AddDeps } from './add-image.ts'
import { undecodableProblem } from './inspect-image.ts'
import { scanDataset } from './jobs.ts'
import { patientCsv } from './list/patient-csv.ts'
import { refuseMissingFrame } from './frame-routes.ts'
import { presentImage } from './present.ts'
import { findByContents, getImageRow, type ImageRow } from './queries.ts'
import { sendDicom, type SendDicomDeps } from './dicom/send-dicom.ts'
import { ensureSound } from './sound-original.ts'
import { originalKey, storedPicture } from './storage.ts'
import { passOnStanding } from './twins/twins.ts'

interface ImageDeps extends SendDicomDeps, Omit<AddDeps, 'db'> {
  readonly jobs: Jobs
}

/** Seconds during which requests for tiles of an image count as one access. */
const secondsAtOneImage = 600

export function imageRoutes(deps: ImageDeps): Route[] {
  const { clock, files, decoder, renditions } = deps
  const scan = async ({ db, actor, concerns }: Call, datasetId: number) => {
    const dataset = await getDataset(db, actor, datasetId)
    concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
    const { id, name } = await deps.jobs.start(db, {
      definition: scanDataset,
      payload: { datasetId: dataset.id, creatorId: actor.id },
      name: message('scans.taskName', { dataset: dataset.name }),
      creatorId: actor.id,
      datasetId: dataset.id,
    })
    return { id, name: english(name) }
  }

  return [
    serve(startScan, (call) => scan(call, call.params.id)),
    serve(startScanByGet, (call) => scan(call, call.params.id)),

    serve(findFiles, async ({ db, actor, params, body, concerns }) => {
      const { id } = await getDataset(db, actor, params.id)
      concerns({ type: 'dataset', id, datasetId: id })
      const hashes = body.sha256.map((text) => Buffer.from(text, 'hex'))
      const rows = await findByContents(db, id, hashes)
      return {
        found: rows.map((row) => ({ sha256: row.sha256.toString('hex'), image_id: row.id })),
      }
    }),

    serve(exportPatients, async ({ db, actor, params, query, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      const { image_id: imageId, ...filter } = query
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
      return {
        contentType: 'text/csv; charset=utf-8',
        content: Readable.from(patientCsv(db, { datasetId: dataset.id, filter, imageId })),
        fileName: `${dataset.name}_export.csv`,
      }
    }),

    serve(
      uploadImage,
      async ({ db, actor, query, files: [file], concerns }) => {
        const dataset = await getDataset(db, actor, query.dataset_id)
        concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
        if (file === undefined) throw new Problem('invalid_input', message('files.none'))
        const added = await addImage({ ...deps, db }, { ...asAsked(query), dataset, file, actor })
        concerns({ type: 'image', id: added.image.id, datasetId: dataset.id })
        return { image: presentImage(added.image), existing: added.existing }
      },
      { ownTransactions: true, admit: refuseNonMembers },
    ),

    serve(
      uploadImages,
      async ({ db, actor, query, files: received, concerns }) => {
        const dataset = await getDataset(db, actor, query.dataset_id)
        concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
        const uploaded = []
        const refused = []
        for (const file of received) {
          try {
            const added = await addImage(
              { ...deps, db },
              { ...asAsked(query), dataset, file, actor },
            )
            uploaded.push({ image: presentImage(added.image), existing: added.existing })
          } catch (error) {
            if (!(error instanceof Problem)) throw error
            refused.push({ file_name: file.fileName, ...tell(error.told) })
          }
        }
        return { uploaded, refused }
      },
      { ownTransactions: true, admit: refuseNonMembers },
    ),

    serve(getImage, async ({ db, actor, params, query, concerns }) => {
      const image = await getImageRow(db, actor, params.id)
      concerns({
        type: 'image',
        id: image.id,
        datasetId: image.dataset_id,
        detail: downloadDetail(query),
      })
      const datasetName = await nameOfDataset(db, image.dataset_id)
      const how = query.thumbnail === true ? 'glance' : 'known'
      await ensureSound(db, deps, { image, datasetName }, how)
      const shown = query.frame ?? image.frame
      refuseMissingFrame(image, shown)
      const picture = storedPicture({ ...image, frame: shown }, datasetName)
      if (query.asDicom === true) {
        const deidentified = query.deidentified === true ? { mask: query.mask ?? null } : null
        return sendDicom(db, deps, { image, datasetName, deidentified })
      }
      if (query.asAttachment === true || query.asPng === true) {
        return picture.format === 'dicom' || query.asPng === true
          ? {
              ...(await sendRendition(() => renditions.asPng(picture))),
              fileName: `${stem(image.file_name)}.png`,
            }
          : sendOriginal(files, image, datasetName)
      }
      const width = query.width ?? (query.thumbnail === true ? 250 : null)
      return sendRendition(() => renditions.find(picture, width))
    }),

    serve(getKeptField, async ({ db, actor, params, concerns }) => {
      const image = await getImageRow(db, actor, params.id)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      const datasetName = await nameOfDataset(db, image.dataset_id)
      await ensureSound(db, deps, { image, datasetName })
      const { key, format, frame = 0 } = storedPicture(image, datasetName)
      const {
        kept = [],
        width,
        height,
      } = await files
        .withLocalPath(key, (source) => decoder.decode({ kind: 'field', source, format, frame }))
        .catch(toldAsProblem)
      return typeof kept === 'string'
        ? { width, height, outline: [], obstacle: kept }
        : { width, height, outline: [...kept], obstacle: null }
    }),

    serve(
      getImageTile,
      async ({ db, actor, params: { id, ...place }, concerns }) => {
        const image = await getImageRow(db, actor, id)
        concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
        const datasetName = await nameOfDataset(db, image.dataset_id)
        await ensureSound(db, deps, { image, datasetName })
        const picture = storedPicture(image, datasetName)
        const { width, height } = image
        return sendRendition(async () => {
          const tile = await renditions.tile({ ...picture, width, height }, place)
          if (tile === null) throw notFound('picture')
          return tile
        })
      },
      { accessSeconds: secondsAtOneImage },
    ),

    serve(deleteImage, async ({ db, actor, params, concerns }) => {
      const image = await getImageRow(db, actor, params.id)
      concerns({
        type: 'image',
        id: image.id,
        datasetId: image.dataset_id,
        detail: { path: image.path },
      })
      await db
        .updateTable('image')
        .set({ deleted_at: clock(), deleted_by: actor.id })
        .where('id', '=', image.id)
        .execute()
      await passOnStanding(db, image)
      await announceDataset(db, image.dataset_id, 'images')
      const place = { datasetId: image.dataset_id, imageId: image.id }
      await announceDeletion(db, { ...place, undone: false, by: actor })
      return { success: true } as const
    }),
  ]
}

function asAsked(query: { folder?: string | undefined; make_uids?: boolean | undefined }) {
  return { folder: query.folder ?? '', expected: { mayLackUids: query.make_uids === true } }
}

/** The same check as the upload itself, before its files are received. */
function refuseNonMembers({
  db,
  actor,
  query,
}: {
  db: Db
  actor: Actor
  query: { dataset_id: number }
}): Promise<unknown> {
  return getDataset(db, actor, query.dataset_id)
}

async function nameOfDataset(db: Db, id: number): Promise<string> {
  const { name } = await db
    .selectFrom('dataset')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return name
}

async function sendRendition(make: () => Promise<RenditionFile>): Promise<Bytes> {
  const file = await make().catch(toldAsProblem)
  const { size } = await stat(file.path)
  return {
    contentType: file.mediaType,
    content: createReadStream(file.path),
    size,
    etag: file.etag,
  }
}

function toldAsProblem(error: unknown): never {
  throw error instanceof UndecodableImage ? undecodableProblem(error) : error
}

/** The file byte for byte as received; a download continues where it broke off. */
async function sendOriginal(
  files: FileStore,
  image: ImageRow,
  datasetName: string,
): Promise<Bytes> {
  const key = originalKey(datasetName, image.path)
  const { content, size } = await files.read(key)
  return {
    contentType: image.media_type,
    content,
    size,
    etag: image.sha256.toString('hex'),
    openPart: async (part) => (await files.read(key, part)).content,
    fileName: image.file_name,
  }
}

/** The form in which a copy of the image leaves the server, for the audit trail. */
function downloadDetail(query: {
  asAttachment?: boolean | undefined
  asPng?: boolean | undefined
  asDicom?: boolean | undefined
  deidentified?: boolean | undefined
  mask?: boolean | undefined
}): Record<string, unknown> {
  if (query.asDicom === true) {
    if (query.deidentified !== true) return { download: 'DICOM' }
    const mask = { mask: query.mask === true ? 'outside of the field of view' : 'none' }
    return { download: 'DICOM, de-identified', ...(query.mask !== undefined && mask) }
  }
  if (query.asPng === true) return { download: 'PNG' }
  return query.asAttachment === true ? { download: 'file' } : {}
}

function stem(fileName: string): string {
  return fileName.replace(/\.[^.]*$/, '')
}
