import { Readable } from 'node:stream'

import { writeCocoDocument } from '#coco/write-document'
import {
  deleteExport,
  downloadExport,
  type ExportFormat,
  getDatasetCoco,
  listExports,
  startExport,
  startExportByGet,
} from '#contract/exports'
import { getImageCoco } from '#contract/images'
import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { serve, type Bytes, type Route } from '../../platform/http/route.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { refuseUnknownCategories } from '../categories/queries.ts'
import { getDataset } from '../datasets/queries.ts'
import { getImageRow } from '../images/queries.ts'
import { cocoSource } from './coco-source.ts'
import { formats } from './formats.ts'
import { exportDataset } from './jobs.ts'
import { presentExport } from './present.ts'
import { getExport, listedExports } from './queries.ts'
import type { Selection } from './selection.ts'

interface ExportDeps {
  readonly clock: Clock
  readonly files: FileStore
  readonly jobs: Jobs
  readonly product: { readonly name: string; readonly version: string }
}

export function exportRoutes({ clock, files, jobs, product }: ExportDeps): Route[] {
  const start = async (
    {
      db,
      actor,
      concerns,
    }: { db: Db; actor: Actor; concerns: (object: { type: string; datasetId: number }) => void },
    datasetId: number,
    options: { categories: number[]; with_empty_images: boolean; format: ExportFormat },
  ) => {
    const dataset = await getDataset(db, actor, datasetId)
    concerns({ type: 'export', datasetId: dataset.id })
    await refuseUnknownCategories(db, actor, options.categories)
    const { id, name } = await jobs.start(db, {
      definition: exportDataset,
      payload: {
        datasetId: dataset.id,
        categoryIds: options.categories,
        withEmptyImages: options.with_empty_images,
        format: options.format,
        creatorId: actor.id,
      },
      name: message('exports.taskName', {
        dataset: dataset.name,
        format: formats[options.format].tag,
      }),
      creatorId: actor.id,
      datasetId: dataset.id,
    })
    return { id, name }
  }

  return [
    serve(startExport, (call) => start(call, call.params.id, call.body)),
    serve(startExportByGet, (call) => start(call, call.params.id, call.query)),

    serve(getDatasetCoco, async ({ db, actor, params, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
      return streamCoco(
        db,
        { dataset, categoryIds: [], withEmptyImages: true, product, at: clock() },
        dataset.name,
      )
    }),

    serve(getImageCoco, async ({ db, actor, params, concerns }) => {
      const image = await getImageRow(db, actor, params.id)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      const dataset = await getDataset(db, actor, image.dataset_id)
      const selection = {
        dataset,
        categoryIds: [],
        withEmptyImages: true,
        imageId: image.id,
        product,
        at: clock(),
      }
      return streamCoco(db, selection, image.file_name.replace(/\.[^.]*$/, ''))
    }),

    serve(listExports, async ({ db, actor, params, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
      const rows = await listedExports(db)
        .where('export.dataset_id', '=', dataset.id)
        .orderBy('export.id', 'desc')
        .execute()
      return rows.map((row) => presentExport(row, clock()))
    }),

    serve(downloadExport, async ({ db, actor, params, concerns }) => {
      const row = await getExport(db, actor, params.id)
      concerns({ type: 'export', id: row.id, datasetId: row.dataset_id })
      const { content, size } = await files.read(row.file)
      const { contentType, extension } = formats[row.format]
      return { contentType, content, size, fileName: `${row.format}-${row.id}.${extension}` }
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

/** One snapshot for the whole document, held for as long as the caller reads. */
async function* snapshotCoco(db: Db, selection: Selection): AsyncGenerator<string> {
  const snapshot = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    yield* writeCocoDocument(await cocoSource(snapshot, selection))
  } finally {
    await snapshot.rollback().execute()
  }
}

function streamCoco(db: Db, selection: Selection, name: string): Bytes {
  return {
    contentType: 'application/json',
    content: Readable.from(snapshotCoco(db, selection)),
    fileName: `${name}.json`,
  }
}
