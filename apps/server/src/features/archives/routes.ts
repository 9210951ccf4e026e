import { randomUUID } from 'node:crypto'

import { addArchive } from '#contract/archives'
import { english, message } from '#contract/messages/message'

import type { FileStore } from '../../platform/files/file-store.ts'
import { Problem } from '../../platform/http/problem.ts'
import { keepReceived } from '../../platform/http/receive-files.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { getDataset } from '../datasets/queries.ts'
import { addArchivedImages } from './jobs.ts'

export function archiveRoutes({ files, jobs }: { files: FileStore; jobs: Jobs }): Route[] {
  return [
    serve(
      addArchive,
      async ({ db, actor, params, query, files: [file], concerns }) => {
        const dataset = await getDataset(db, actor, params.id)
        concerns({
          type: 'dataset',
          id: dataset.id,
          datasetId: dataset.id,
          detail: { file: file?.fileName },
        })
        if (file === undefined) throw new Problem('invalid_input', message('files.none'))
        const key = `imports/${dataset.id}/${randomUUID()}.zip`
        return keepReceived(files, { key, file }, async () => {
          const { id, name } = await jobs.start(db, {
            definition: addArchivedImages,
            payload: {
              datasetId: dataset.id,
              file: key,
              folder: query.folder ?? '',
              makesUids: query.make_uids === true,
              creatorId: actor.id,
            },
            name: message('archives.taskName', { file: file.fileName, dataset: dataset.name }),
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
