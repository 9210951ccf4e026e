import { getImageReport, getPatientPdf, getPatientReport, getReportPdf } from '#contract/reports'

import { serve, type Bytes, type Call, type Route } from '../../platform/http/route.ts'
import { datasetPolicy } from '../datasets/policy.ts'
import { getListedDataset } from '../datasets/queries.ts'
import { getImageRow } from '../images/queries.ts'
import { gatherImageReport, gatherPatientReport } from './gather.ts'
import { writeCourse, writeReport, type ReportDeps } from './write-report.ts'

export function reportRoutes(deps: ReportDeps): Route[] {
  return [
    serve(getImageReport, async ({ db, actor, params, concerns }) => {
      const image = await getImageRow(db, actor, params.id)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      return {
        ...(await gatherImageReport(db, deps.models, image)),
        may_review: datasetPolicy.review(
          actor,
          await getListedDataset(db, actor, image.dataset_id),
        ),
      }
    }),

    serve(getPatientReport, async ({ db, actor, params, concerns }) => {
      const image = await getImageRow(db, actor, params.id)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      return gatherPatientReport(db, deps.models, image)
    }),

    serve(getReportPdf, (call) => send(deps, call, writeReport)),

    serve(getPatientPdf, (call) => send(deps, call, writeCourse)),
  ]
}

async function send(
  deps: ReportDeps,
  { db, actor, params, query, concerns, closed }: Call<typeof getReportPdf>,
  write: typeof writeReport,
): Promise<Bytes> {
  const image = await getImageRow(db, actor, params.id)
  const { language, time_zone: timeZone } = query
  concerns({ type: 'image', id: image.id, datasetId: image.dataset_id, detail: { language } })
  const content = await write(deps, db, { image, language, timeZone, signal: closed })
  const pdf = { contentType: 'application/pdf', content, size: content.length }
  const name = write === writeCourse ? 'course' : 'report'
  const fileName = `${name}-${image.id}-${language}.pdf`
  return query.asAttachment === true ? { ...pdf, fileName } : pdf
}
