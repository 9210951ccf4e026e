import { getResultObject } from '#contract/dicom-results'
import { message } from '#contract/messages/message'

import { Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { dicomMediaType } from '../../platform/images/format.ts'
import { getCountedImage } from '../images/twins/twins.ts'
import type { ReportDeps } from '../reports/write-report.ts'
import { findStand } from '../reviews/queries.ts'
import { resultObject } from './result-objects.ts'

export function dicomResultRoutes(deps: ReportDeps): Route[] {
  return [
    serve(getResultObject, async ({ db, actor, params, query, concerns, closed }) => {
      const image = await getCountedImage(db, actor, params.id)
      const { object: kind } = params
      const detail = { download: `DICOM, ${kind}` }
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id, detail })
      const stand = await findStand(db, image.id)
      if (kind === 'measurements' && stand?.standing === 'withdrawn') {
        throw new Problem('not_possible_now', message('pacs.withdrawn'))
      }
      const { language } = query
      const bytes = await resultObject(deps, db, { image, kind, language, signal: closed })
      if (bytes === undefined) throw new Problem('not_possible_now', message(`pacs.no_${kind}`))
      return {
        contentType: dicomMediaType,
        content: Buffer.from(bytes),
        size: bytes.length,
        fileName: `image-${image.id}-${kind}.dcm`,
      }
    }),
  ]
}
