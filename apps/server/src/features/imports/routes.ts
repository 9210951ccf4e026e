import { randomUUID } from 'node:crypto'

import { importCoco } from '#contract/imports'
import { english, message } from '#contract/messages/message'

import type { FileStore } from '../../platform/files/file-store.ts'
import { Problem } from '../../platform/http/problem.ts'
import { keepReceived } from '../../platform/http/receive-files.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { getDataset } from '../datasets/queries.ts'
import { importCocoFile } from './jobs.ts'

interface ImportDeps {
  readonly files: FileStore
  readonly jobs: Jobs
}

export function importRoutes({ files, jobs }: ImportDeps): Route[] {
  return [
    serve(
      importCoco,
      async ({ db, actor, params, query, body, files: [file], concerns }) => {
        const dataset = await getDataset(db, actor, params.id)
        const dryRun = body.dry_run ?? query.dry_run ?? false
        concerns({
          type: 'dataset',
          id: dataset.id,
          datasetId: dataset.id,
          detail: { file: file?.fileName, dry_run: dryRun },
        })
        if (file === undefined) throw new Problem('invalid_input', message('files.none'))
        const key = `imports/${dataset.id}/${randomUUID()}.json`
        return keepReceived(files, { key, file }, async () => {
          const { id, name } = await jobs.start(db, {
            definition: importCocoFile,
            payload: {
              datasetId: dataset.id,
              file: key,
              dryRun,
              creatorId: actor.id,
              token: actor.token,
            },
            name: message(dryRun ? 'imports.checkName' : 'imports.taskName', {
              dataset: dataset.name,
            }),
            creatorId: actor.id,
            datasetId: dataset.id,
          })
          return { id, name: english(name) }
        })
      },
      {
        ownTransactions: true,
        admit: ({ db, actor, params }) => getDataset(db, actor, params.id),
      },
    ),
  ]
}
