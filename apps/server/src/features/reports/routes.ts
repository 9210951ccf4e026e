import { getImageReport, getPatientPdf, getPatientReport, getReportPdf } from '#contract/reports'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { serve, type Bytes, type Call, type Route } from '../../platform/http/route.ts'
import { rightsOf } from '../datasets/queries.ts'
import { getImageRow, type ImageRow } from '../images/queries.ts'
import { getCountedImage, refuseUncounted } from '../images/twins/twins.ts'
import { gatherImageReport, gatherPatientReport } from './gather.ts'
import { writeCourse, writeReport, type ReportDeps } from './write-report.ts'

export function reportRoutes(deps: ReportDeps): Route[] {
  return [
    serve(getImageReport, async ({ db, actor, params, concerns }) => {
      const image = await getCountedImage(db, actor, params.id)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      const report = await gatherImageReport(db, deps.models, image)
      const rights = await rightsOf(db, actor, image.dataset_id)
      return { ...report, may_review: rights.includes('review'), rights }
    }),

    serve(getPatientReport, async ({ db, actor, params, concerns }) => {
      const image = await getImageOfPatient(db, actor, params.id)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      const report = await gatherPatientReport(db, deps.models, image)
      return { ...report, rights: await rightsOf(db, actor, image.dataset_id) }
    }),

    serve(getReportPdf, (call) => send(deps, call, writeReport)),

    serve(getPatientPdf, (call) => send(deps, call, writeCourse)),
  ]
}

/** The patient's other images may count if this one does not. */
async function getImageOfPatient(db: Db, actor: Actor, id: number): Promise<ImageRow> {
  const image = await getImageRow(db, actor, id)
  if (image.patient_id.trim() === '') refuseUncounted(image)
  return image
}

async function send(
  deps: ReportDeps,
  { db, actor, params, query, concerns, closed }: Call<typeof getReportPdf>,
  write: typeof writeReport,
): Promise<Bytes> {
  const find = write === writeCourse ? getImageOfPatient : getCountedImage
  const image = await find(db, actor, params.id)
  const { language, time_zone: timeZone } = query
  concerns({ type: 'image', id: image.id, datasetId: image.dataset_id, detail: { language } })
  const content = await write(deps, db, { image, language, timeZone, signal: closed })
  const pdf = { contentType: 'application/pdf', content, size: content.length }
  const name = write === writeCourse ? 'course' : 'report'
  const fileName = `${name}-${image.id}-${language}.pdf`
  return query.asAttachment === true ? { ...pdf, fileName } : pdf
}
