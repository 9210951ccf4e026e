import { readFile } from 'node:fs/promises'

import { message } from '#contract/messages/message'
import { getPatientData, statePatientData, statePatientTable } from '#contract/patient-data'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { announceDataset } from '../datasets/announce.ts'
import { getDataset } from '../datasets/queries.ts'
import { getImageRow } from '../images/queries.ts'
import { presentPatientData } from './present.ts'
import { stateData, type StateDeps } from './state-data.ts'
import { stateTable } from './state-table.ts'

export function patientDataRoutes(deps: StateDeps & { readonly clock: Clock }): Route[] {
  return [
    serve(getPatientData, async ({ db, actor, params, concerns }) => {
      const image = await getImageRow(db, actor, params.id)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      return presentPatientData(db, image, deps.resultMessageKinds)
    }),

    serve(statePatientData, async ({ db, actor, params, body, concerns }) => {
      const image = await getImageRow(db, actor, params.id)
      const of = { type: 'image', id: image.id, datasetId: image.dataset_id } as const
      concerns(of)
      const at = deps.clock()
      const changed = await stateData(db, deps, { image, changes: body, actor, at })
      concerns({ ...of, detail: { changed } })
      if (changed.length > 0) await announceChange(db, image.dataset_id)
      const now = await getImageRow(db, actor, image.id)
      return presentPatientData(db, now, deps.resultMessageKinds)
    }),

    serve(statePatientTable, async ({ db, actor, params, query, files: [file], concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      const of = { type: 'dataset', id: dataset.id, datasetId: dataset.id } as const
      const { dry_run: dryRun } = query
      concerns({ ...of, detail: { file: file?.fileName, dry_run: dryRun } })
      if (file === undefined) throw new Problem('invalid_input', message('files.none'))
      const bytes = await readFile(file.path)
      const wanted = { datasetId: dataset.id, bytes, dryRun, actor, at: deps.clock() }
      const report = await stateTable(db, deps, wanted)
      const { images, changes, applied } = report
      concerns({
        ...of,
        detail: { file: file.fileName, dry_run: dryRun, applied, images, changes },
      })
      if (applied) await announceChange(db, dataset.id)
      return report
    }),
  ]
}

async function announceChange(db: Db, datasetId: number): Promise<void> {
  await announceDataset(db, datasetId, 'images')
  await announceDataset(db, datasetId, 'scales')
}
