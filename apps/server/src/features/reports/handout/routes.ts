import { getHandout, getHandoutPdf, writeAdvice } from '#contract/handouts'
import { message } from '#contract/messages/message'

import { Problem } from '../../../platform/http/problem.ts'
import { serve, type Route } from '../../../platform/http/route.ts'
import { announceDataset } from '../../datasets/announce.ts'
import { rightsOf } from '../../datasets/queries.ts'
import { getCountedImage } from '../../images/twins/twins.ts'
import { printHandout, type ReportDeps } from '../write-report.ts'
import { areSame, insertAdvice, presentAdvice } from './advice.ts'
import { gatherHandout } from './gather.ts'

export function handoutRoutes(deps: ReportDeps): Route[] {
  return [
    serve(getHandout, async ({ db, actor, params, concerns }) => {
      const image = await getCountedImage(db, actor, params.id)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      const { handout } = await gatherHandout(db, deps.models, image)
      const rights = await rightsOf(db, actor, image.dataset_id)
      return { ...handout, may_review: rights.includes('review'), rights }
    }),

    serve(getHandoutPdf, async ({ db, actor, params, query, concerns, closed }) => {
      const image = await getCountedImage(db, actor, params.id)
      const { language, time_zone: timeZone } = query
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id, detail: { language } })
      const { handout } = await gatherHandout(db, deps.models, image)
      if (handout.blocked !== null)
        throw new Problem('not_possible_now', message('handouts.notReady'))
      const wanted = { language, timeZone, signal: closed }
      const content = await printHandout(deps, db, { handout, ...wanted })
      const pdf = { contentType: 'application/pdf', content, size: content.length }
      const fileName = `handout-${image.id}-${language}.pdf`
      return query.asAttachment === true ? { ...pdf, fileName } : pdf
    }),

    serve(writeAdvice, async ({ db, actor, params, body, concerns }) => {
      const image = await getCountedImage(db, actor, params.id)
      const detail = { reviews: body.reviews }
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id, detail })
      // A confirmation, an analysis or another version waits until this one is kept.
      await db.selectFrom('image').select('id').where('id', '=', image.id).forUpdate().execute()
      const { handout, basis } = await gatherHandout(db, deps.models, image)
      if (handout.eyes.length === 0)
        throw new Problem('not_possible_now', message('handouts.notConfirmed'))
      const isSeen =
        areSame(body.reviews, basis.reviews) && body.previous === (handout.advice[0]?.id ?? null)
      if (!isSeen) throw new Problem('not_possible_now', message('handouts.changed'))
      const said = { imageId: image.id, text: body.text, basis }
      const row = await insertAdvice(db, said, { actor, at: deps.clock() })
      await announceDataset(db, image.dataset_id, 'images')
      return presentAdvice(row)
    }),
  ]
}
