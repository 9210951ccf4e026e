import { Readable } from 'node:stream'

import type { z } from 'zod'

import { writeCocoDocument } from '#coco/write-document'
import {
  deleteExport,
  downloadExport,
  getDatasetCoco,
  getImageCoco,
  listExports,
  startExport,
  startExportByGet,
} from '#contract/exports'
import { english, message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { needing, type Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/problem.ts'
import { serve, type AuditedObject, type Bytes, type Route } from '../../platform/http/route.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { refuseUnknownCategories } from '../categories/queries.ts'
import { getDataset, isPermitted } from '../datasets/queries.ts'
import { getImageRow } from '../images/queries.ts'
import { withoutExtension } from './archive-names.ts'
import { cocoSource } from './coco-source.ts'
import { formats } from './formats.ts'
import { exportDataset } from './jobs.ts'
import { presentExport } from './present.ts'
import { getExport, listedExports } from './queries.ts'
import { settleSelection, type WantedExport } from './selection.ts'

interface ExportDeps {
  readonly clock: Clock
  readonly files: FileStore
  readonly jobs: Jobs
  readonly product: { readonly name: string; readonly version: string }
}

export function exportRoutes({ clock, files, jobs, product }: ExportDeps): Route[] {
  const start = async (
    { db, actor, concerns }: Asked,
    datasetId: number,
    options: z.output<typeof startExport.body>,
  ) => {
    const dataset = await getDataset(db, actor, datasetId)
    const { images } = options
    const detail = { ...identityDetail(options), ...(images !== undefined && { images }) }
    concerns({ type: 'export', datasetId: dataset.id, detail })
    if (options.identified) await getDataset(db, needing(actor, 'identify'), dataset.id)
    await refuseOtherImages(db, dataset.id, images ?? [])
    await refuseUnknownCategories(db, actor, options.categories)
    const { id, name } = await jobs.start(db, {
      definition: exportDataset,
      payload: {
        datasetId: dataset.id,
        imageIds: images,
        categoryIds: options.categories,
        withEmptyImages: options.with_empty_images,
        format: options.format,
        identified: options.identified,
        creatorId: actor.id,
      },
      name: message('exports.taskName', {
        dataset: dataset.name,
        format: formats[options.format].tag,
      }),
      creatorId: actor.id,
      datasetId: dataset.id,
    })
    return { id, name: english(name) }
  }

  const whole = { categoryIds: [], withEmptyImages: true, product }

  return [
    serve(startExport, (call) => start(call, call.params.id, call.body)),
    serve(startExportByGet, (call) => start(call, call.params.id, call.query)),

    serve(getDatasetCoco, async ({ db, actor, params, query, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      const detail = identityDetail(query)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id, detail })
      if (query.identified) await getDataset(db, needing(actor, 'identify'), dataset.id)
      return streamCoco(db, { ...whole, ...query, dataset, at: clock() }, dataset.name)
    }),

    serve(getImageCoco, async ({ db, actor, params, query, concerns }) => {
      const image = await getImageRow(db, actor, params.id)
      const detail = identityDetail(query)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id, detail })
      const dataset = await getDataset(db, actor, image.dataset_id)
      if (query.identified) await getDataset(db, needing(actor, 'identify'), dataset.id)
      const wanted = { ...whole, ...query, dataset, imageIds: [image.id], at: clock() }
      const { pseudonyms } = await settleSelection(db, wanted)
      const name = pseudonyms?.imageName(image) ?? image.file_name
      return streamCoco(db, wanted, withoutExtension(name))
    }),

    serve(listExports, async ({ db, actor, params, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
      const rows = await listedExports(db)
        .where('export.dataset_id', '=', dataset.id)
        .orderBy('export.id', 'desc')
        .execute()
      const mayIdentify = await isPermitted(db, needing(actor, 'identify'), dataset.id)
      return rows.map((row) => presentExport(row, { now: clock(), mayIdentify }))
    }),

    serve(downloadExport, async ({ db, actor, params, concerns }) => {
      const row = await getExport(db, actor, params.id)
      concerns({
        type: 'export',
        id: row.id,
        datasetId: row.dataset_id,
        ...(row.identified && { detail: { identified: true } }),
      })
      if (row.identified) await getDataset(db, needing(actor, 'identify'), row.dataset_id)
      const { content, size } = await files.read(row.file)
      const { contentType, extension } = formats[row.format]
      const openPart = async (part: { start: number; end: number }) =>
        (await files.read(row.file, part)).content
      const fileName = `${row.format}-${row.id}.${extension}`
      return { contentType, content, size, openPart, fileName }
    }),

    serve(deleteExport, async ({ db, actor, params, concerns }) => {
      const row = await getExport(db, actor, params.id)
      concerns({ type: 'export', id: row.id, datasetId: row.dataset_id })
      await db.deleteFrom('export').where('id', '=', row.id).execute()
      await files.remove(row.file)
      return { success: true } as const
    }),
  ]
}

interface Asked {
  readonly db: Db
  readonly actor: Actor
  readonly concerns: (object: AuditedObject) => void
}

/** The audit trail's record of a request for identified data. */
function identityDetail({ identified, reason }: { identified: boolean; reason: string }) {
  return identified ? { identified, reason } : {}
}

/** @throws {Problem} not_found if one of the images is not of the dataset, or is deleted. */
async function refuseOtherImages(
  db: Db,
  datasetId: number,
  images: readonly number[],
): Promise<void> {
  if (images.length === 0) return
  const { count } = await db
    .selectFrom('image')
    .where('dataset_id', '=', datasetId)
    .where('deleted_at', 'is', null)
    .where('id', 'in', images)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count < images.length) throw notFound('image')
}

/** One snapshot for the whole document, held for as long as the caller reads. */
async function* snapshotCoco(db: Db, wanted: WantedExport): AsyncGenerator<string> {
  const snapshot = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    const selection = await settleSelection(snapshot, wanted)
    yield* writeCocoDocument(await cocoSource(snapshot, selection))
  } finally {
    await snapshot.rollback().execute()
  }
}

function streamCoco(db: Db, wanted: WantedExport, name: string): Bytes {
  return {
    contentType: 'application/json',
    content: Readable.from(snapshotCoco(db, wanted)),
    fileName: `${name}.json`,
  }
}
