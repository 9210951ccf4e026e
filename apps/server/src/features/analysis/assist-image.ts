import { message } from '#contract/messages/message'

import { PermanentFailure, job, type Job } from '../../platform/jobs/definition.ts'
import { analyseEye, type AnalysisDeps } from './analyse-eye.ts'
import { findAnalysedImage } from './analyse-image.ts'
import { assistImage } from './jobs.ts'
import { keepResults } from './keep-results.ts'
import { pipelineVersion } from './pipeline/version.ts'

/** Runs one network's search on an image, whose findings can be turned into annotations. */
export function assistImageJob(deps: AnalysisDeps): Job {
  return job(assistImage, async ({ imageId, model }, context) => {
    const { db, signal, taskId } = context
    const image = await findAnalysedImage(db, imageId)
    const wanted = { db, image, signal, assistant: model }
    const ids = await analyseEye(deps, wanted, (findings) => {
      if (findings.results.length === 0) throw new PermanentFailure(message('analysis.no-field'))
      const madeFrom = { image: image.sha256.toString('hex'), software: pipelineVersion }
      return keepResults(deps, db, findings, {
        image,
        purpose: 'proposals',
        taskId,
        madeFrom,
        status: null,
      })
    })
    return { results: ids }
  })
}
