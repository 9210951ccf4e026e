import {
  discardCorrection,
  findLesions,
  getAnalysisOfAll,
  getResult,
  remeasure,
  requestAnalysis,
  requestAnalysisOfAll,
  requestAnalysisOfAllAgain,
} from '#contract/analysis'
import { english, message, tell, type Message } from '#contract/messages/message'
import { referImage } from '#contract/mics'

import type { Db } from '../../platform/database/database.ts'
import { notFound, Problem } from '../../platform/http/problem.ts'
import { serve, type Call, type Route } from '../../platform/http/route.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { getDataset, type DatasetRow } from '../datasets/queries.ts'
import type { ImageRow } from '../images/queries.ts'
import { getCountedImage } from '../images/twins/twins.ts'
import type { AnalysisDeps } from './analyse-eye.ts'
import { dropCorrection, setCorrection } from './correction.ts'
import { analyseDataset, analyseImage, assistImage } from './jobs.ts'
import {
  countAnalysed,
  countWaiting,
  findBulkAnalysis,
  getFoundResult,
  imagesToAnalyse,
} from './queries.ts'
import { referImages } from './refer-images.ts'
import { sendNumbers, sendPicture } from './send-result.ts'

type Deps = AnalysisDeps & {
  readonly jobs: Jobs
  /**
   * Called before an image is referred to analysis.
   * @throws {Problem} if the dataset's requirements are not met
   */
  readonly beforeReferral: BeforeReferral
}

type BeforeReferral = (
  db: Db,
  referred: { readonly dataset: DatasetRow; readonly image: ImageRow },
) => Promise<void>

export function analysisRoutes(deps: Deps): Route[] {
  const { jobs, models, clock } = deps

  /** The image's analysis as a task that the caller has started. */
  async function start({ db, actor }: Pick<Call, 'db' | 'actor'>, image: ImageRow) {
    const { id, name } = await jobs.start(db, {
      definition: analyseImage,
      payload: { imageId: image.id },
      name: message('analysis.taskName', { file: image.file_name }),
      creatorId: actor.id,
      datasetId: image.dataset_id,
      imageId: image.id,
    })
    return { ...tell(message('analysis.queued')), task: { id, name: english(name) } }
  }

  /** Queues its analysis, once it has the order that its dataset may require. */
  async function refer(call: Pick<Call, 'db' | 'actor' | 'concerns'>, imageId: number) {
    const { db, actor, concerns } = call
    const image = await getCountedImage(db, actor, imageId)
    concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
    const dataset = await getDataset(db, actor, image.dataset_id)
    await deps.beforeReferral(db, { dataset, image })
    return start(call, image)
  }

  async function startAll(
    { db, actor, concerns }: Pick<Call, 'db' | 'actor' | 'concerns'>,
    wanted: { datasetId: number; again: boolean },
  ) {
    const dataset = await getDataset(db, actor, wanted.datasetId)
    concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
    const { count } = await imagesToAnalyse(db, wanted)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count === 0) {
      const waiting = await countWaiting(db, dataset.id)
      throw new Problem('not_possible_now', nothingToDo({ waiting, again: wanted.again }))
    }
    const { id, name } = await jobs.start(db, {
      definition: analyseDataset,
      payload: wanted,
      name: message('analysis.datasetTaskName', { dataset: dataset.name }),
      creatorId: actor.id,
      datasetId: dataset.id,
    })
    await referImages(db, wanted)
    return {
      ...tell(message('analysis.datasetQueued', { count })),
      task: { id, name: english(name) },
    }
  }

  return [
    serve(requestAnalysis, (call) => refer(call, call.query.original_id), {
      ownTransactions: true,
    }),

    serve(referImage, (call) => refer(call, call.params.id), { ownTransactions: true }),

    serve(requestAnalysisOfAll, (call) =>
      startAll(call, { datasetId: call.query.dataset_id, again: false }),
    ),

    serve(requestAnalysisOfAllAgain, (call) =>
      startAll(call, { datasetId: call.query.dataset_id, again: true }),
    ),

    serve(getAnalysisOfAll, async ({ db, actor, query, concerns }) => {
      const dataset = await getDataset(db, actor, query.dataset_id)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
      return {
        ...(await findBulkAnalysis(db, dataset.id)),
        ...(await countAnalysed(db, dataset.id)),
      }
    }),

    serve(remeasure, async (call) => {
      const { db, actor, body } = call
      const image = await getCountedImage(db, actor, call.query.original_id)
      call.concerns({ type: 'image', id: image.id, datasetId: image.dataset_id, detail: body })
      const { arterioles, venules } = body
      const chosen = Object.values(body).filter((category) => category !== null)
      if ((arterioles === null) !== (venules === null))
        throw new Problem('invalid_input', message('analysis.bothVesselKinds'))
      if (chosen.length === 0)
        throw new Problem('invalid_input', message('analysis.nothingCorrected'))
      if (new Set(chosen).size < chosen.length)
        throw new Problem('invalid_input', message('analysis.sameCategory'))
      refuseUnselected(image)
      const setBy = actor.username
      await setCorrection(db, image.id, { correction: body, setBy, setAt: clock() })
      return start(call, image)
    }),

    serve(discardCorrection, async (call) => {
      const image = await getCountedImage(call.db, call.actor, call.query.original_id)
      call.concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      refuseUnselected(image)
      await dropCorrection(call.db, image.id)
      return start(call, image)
    }),

    serve(findLesions, async ({ db, actor, query, body, concerns }) => {
      const image = await getCountedImage(db, actor, query.original_id)
      const detail = { model: body.model }
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id, detail })
      const state = (await models.list()).find(({ id }) => id === body.model)
      if (state?.model?.manifest.role !== 'lesion') throw notFound('model')
      const { id, name } = await jobs.start(db, {
        definition: assistImage,
        payload: { imageId: image.id, model: body.model },
        name: message('analysis.assistTaskName', {
          file: image.file_name,
          model: state.model.manifest.name,
        }),
        creatorId: actor.id,
        datasetId: image.dataset_id,
        imageId: image.id,
      })
      return { ...tell(message('analysis.queued')), task: { id, name: english(name) } }
    }),

    serve(getResult, async (call) => {
      const found = await getFoundResult(call.db, call.actor, call.params.id)
      call.concerns({ type: 'result', id: found.result.id, datasetId: found.image.dataset_id })
      return call.query.asJson === true
        ? sendNumbers(deps, call, found)
        : sendPicture(deps.files, found, call.query)
    }),
  ]
}

/** An image that waits for its order is not measured. */
function refuseUnselected({ mics_state }: ImageRow): void {
  if (mics_state !== 'Unselected') return
  throw new Problem('not_possible_now', message('analysis.waitsForOrder'))
}

function nothingToDo({ waiting, again }: { waiting: number; again: boolean }): Message {
  if (waiting > 0) return message('analysis.allWaitForOrders', { count: waiting })
  return message(again ? 'analysis.noImages' : 'analysis.allAnalysed')
}
