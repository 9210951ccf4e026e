import { getResult, requestAnalysis } from '#contract/analysis'
import { message, tell } from '#contract/messages/message'

import type { FileStore } from '../../platform/files/file-store.ts'
import { notFound } from '../../platform/http/problem.ts'
import { serve, type Bytes, type Route } from '../../platform/http/route.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { getImageRow } from '../images/queries.ts'
import { analyseImage } from './jobs.ts'
import { presentResult } from './present.ts'
import { getResultRow, type ResultRow } from './queries.ts'

export function analysisRoutes({ jobs, files }: { jobs: Jobs; files: FileStore }): Route[] {
  return [
    serve(requestAnalysis, async ({ db, actor, query, concerns }) => {
      const image = await getImageRow(db, actor, query.original_id)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      const { id, name } = await jobs.start(db, {
        definition: analyseImage,
        payload: { imageId: image.id },
        name: message('analysis.taskName', { file: image.file_name }),
        creatorId: actor.id,
        datasetId: image.dataset_id,
        imageId: image.id,
      })
      return { ...tell(message('analysis.queued')), task: { id, name } }
    }),

    serve(getResult, async ({ db, actor, params, query, concerns }) => {
      const row = await getResultRow(db, actor, params.id)
      concerns({ type: 'result', id: row.id, datasetId: row.dataset_id })
      const stem = `${row.file_name.replace(/\.[^.]*$/, '')}-${row.kind}`
      if (query.asJson === true)
        return numbersOf(row, query.asAttachment === true ? `${stem}.json` : undefined)
      if (row.picture === null) throw notFound('picture')
      const { content, size } = await files.read(row.picture)
      const picture = { contentType: 'image/png', content, size }
      return query.asAttachment === true
        ? { ...picture, fileName: `${stem}.png` }
        : { ...picture, etag: `result-${row.id}` }
    }),
  ]
}

function numbersOf(row: ResultRow, fileName: string | undefined): Bytes {
  const content = Buffer.from(
    JSON.stringify({ ...presentResult(row), image_id: row.image_id, ...row.numbers }),
  )
  return {
    contentType: 'application/json',
    content,
    size: content.length,
    ...(fileName === undefined ? {} : { fileName }),
  }
}
