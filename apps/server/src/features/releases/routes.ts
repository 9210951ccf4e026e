import {
  checkText,
  compareReleases,
  downloadRelease,
  listReleases,
  listTextChecks,
  startRelease,
  withdrawRelease,
} from '#contract/releases'
import { english, message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { needing } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { announceDataset } from '../datasets/announce.ts'
import { bearsIdentity, getDataset, isPermitted } from '../datasets/queries.ts'
import { listFields } from '../fields/queries.ts'
import { getImageRow } from '../images/queries.ts'
import { compare } from './compare.ts'
import { makeRelease } from './jobs.ts'
import { presentRelease } from './present.ts'
import { fileOf, getRelease, listedReleases } from './queries.ts'
import { countTextChecks, keepTextCheck } from './text-checks.ts'

interface ReleaseDeps {
  readonly clock: Clock
  readonly files: FileStore
  readonly jobs: Jobs
}

export function releaseRoutes({ clock, files, jobs }: ReleaseDeps): Route[] {
  return [
    serve(startRelease, async ({ db, actor, params, body, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      const { reason, title, description, licence, notes, ...plan } = body
      const identified = plan.images === 'original' && (await bearsIdentity(db, dataset.id))
      const detail = { form: plan.images, ...(identified && { identified, reason }) }
      concerns({ type: 'release', datasetId: dataset.id, detail })
      if (identified) {
        await getDataset(db, needing(actor, 'identify'), dataset.id)
        if (reason === '') throw new Problem('invalid_input', message('releases.reasonMissing'))
      }
      await refuseUnknownField(db, dataset.id, plan.stratified_by)
      const { id, name } = await jobs.start(db, {
        definition: makeRelease,
        payload: {
          datasetId: dataset.id,
          texts: { title, description, licence, notes },
          plan,
          identified,
          creatorId: actor.id,
        },
        name: message('releases.taskName', { dataset: dataset.name }),
        creatorId: actor.id,
        datasetId: dataset.id,
      })
      return { id, name: english(name) }
    }),

    serve(listReleases, async ({ db, actor, params, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
      const rows = await listedReleases(db)
        .where('release.dataset_id', '=', dataset.id)
        .orderBy('release.number', 'desc')
        .execute()
      const mayIdentify = await isPermitted(db, needing(actor, 'identify'), dataset.id)
      return rows.map((row) => presentRelease(row, mayIdentify))
    }),

    serve(downloadRelease, async ({ db, actor, params, concerns }) => {
      const row = await getRelease(db, actor, params.id)
      const { id, number, dataset_id: datasetId, identified } = row
      concerns({ type: 'release', id, datasetId, ...(identified && { detail: { identified } }) })
      if (identified) await getDataset(db, needing(actor, 'identify'), datasetId)
      const file = fileOf(row)
      const { content, size } = await files.read(file)
      return {
        contentType: 'application/zip',
        content,
        size,
        fileName: `release-${datasetId}-${number}.zip`,
        etag: row.sha256.toString('hex'),
        openPart: async (part) => (await files.read(file, part)).content,
      }
    }),

    serve(withdrawRelease, async ({ db, actor, params, body, concerns }) => {
      const row = await getRelease(db, actor, params.id)
      const { id, dataset_id: datasetId } = row
      concerns({ type: 'release', id, datasetId, detail: { reason: body.reason } })
      const file = fileOf(row)
      await db
        .updateTable('release')
        .set({ file: null, withdrawn_at: clock(), withdrawn_reason: body.reason })
        .where('id', '=', id)
        .execute()
      await announceDataset(db, datasetId, 'releases')
      await files.remove(file)
      return { success: true } as const
    }),

    serve(compareReleases, async ({ db, actor, params, query, concerns }) => {
      const to = await getRelease(db, actor, params.id)
      concerns({ type: 'release', id: to.id, datasetId: to.dataset_id })
      const from = await getRelease(db, actor, query.with)
      if (from.dataset_id !== to.dataset_id) {
        throw new Problem('invalid_input', message('releases.otherDataset'))
      }
      return compare(db, from, to)
    }),

    serve(listTextChecks, async ({ db, actor, params, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
      return countTextChecks(db, dataset.id)
    }),

    serve(checkText, async ({ db, actor, params, body, concerns }) => {
      const image = await getImageRow(db, actor, params.id)
      const mask = body.mask ? 'outside of the field of view' : 'none'
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id, detail: { mask } })
      await keepTextCheck(db, { image, mask: body.mask, at: clock(), by: actor.id })
      return { success: true } as const
    }),
  ]
}

async function refuseUnknownField(db: Db, datasetId: number, key: string | null): Promise<void> {
  if (key === null) return
  const fields = await listFields(db, datasetId)
  if (fields.some(({ field }) => field.key === key)) return
  throw new Problem('invalid_input', message('releases.noField', { key }))
}
