import { stat } from 'node:fs/promises'

import { getExampleClinic, loadExampleClinic, removeExampleClinic } from '#contract/example-clinic'
import { english, message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { announceDataset } from '../datasets/announce.ts'
import { photographFile, photographs, works } from './clinic.ts'
import { createClinic } from './create-clinic.ts'
import { loadClinicTask } from './jobs.ts'
import { findClinic } from './queries.ts'
import { removeClinic } from './remove-clinic.ts'

interface ClinicDeps {
  readonly clock: Clock
  readonly files: FileStore
  readonly jobs: Jobs
}

export function exampleClinicRoutes({ clock, files, jobs }: ClinicDeps): Route[] {
  return [
    serve(getExampleClinic, async ({ db, actor }) => ({
      dataset_id: (await findClinic(db, actor))?.id ?? null,
      photographs: photographs.length,
      bytes: await bytesOfPhotographs(),
      credits: Object.values(works).map(({ work, authors, licence }) => ({
        work,
        authors,
        licence,
      })),
    })),

    serve(loadExampleClinic, async ({ db, actor, body: { language }, concerns }) => {
      const datasetId = await createClinic(db, actor, { language, at: clock() })
      concerns({ type: 'dataset', id: datasetId, datasetId })
      const task = await jobs.start(db, {
        definition: loadClinicTask,
        payload: { datasetId, creatorId: actor.id, language },
        name: message('exampleClinic.taskName'),
        creatorId: actor.id,
        datasetId,
      })
      await announceDataset(db, datasetId, 'members')
      return { dataset_id: datasetId, task: { id: task.id, name: english(task.name) } }
    }),

    serve(
      removeExampleClinic,
      async ({ db, actor, concerns }) => {
        const clinic = await findClinic(db, actor)
        if (clinic === undefined) {
          throw new Problem('not_found', message('exampleClinic.notLoaded'))
        }
        concerns({ type: 'dataset', id: clinic.id, detail: { name: clinic.name } })
        await removeClinic({ db, clock, files, jobs }, clinic.id)
        return { success: true } as const
      },
      { ownTransactions: true },
    ),
  ]
}

async function bytesOfPhotographs(): Promise<number> {
  const sizes = await Promise.all(photographs.map(({ file }) => stat(photographFile(file))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}
