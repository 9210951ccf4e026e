import {
  mostReported,
  type EyeReport,
  type ImageReport,
  type PatientReport,
  type Printed,
} from '#contract/reports'

import type { Db } from '../../platform/database/database.ts'
import type { Models } from '../../platform/models/models.ts'
import type { ImageRow } from '../images/queries.ts'
import { presentEye, presentPatient } from './present.ts'
import { imagesOfPatient } from './queries.ts'

/** The report of one image, with the other eye of the same visit if there is one. */
export async function gatherImageReport(
  db: Db,
  models: Models,
  image: ImageRow,
): Promise<Printed<ImageReport>> {
  const all = await imagesOfPatient(db, image).selectAll('image').execute()
  const report = await presentEye(db, models, image)
  const others = all.filter(
    ({ id, study_date: day }) => id !== image.id && day === image.study_date,
  )
  const sameDay = image.study_date === null ? [] : others.slice(0, mostReported)
  return {
    dataset: await datasetOf(db, image),
    patient: presentPatient([image, ...all]),
    report,
    fellow: await findFellow(db, models, { report, sameDay }),
    images: all.length,
  }
}

/** The report of all images of an image's patient. */
export async function gatherPatientReport(
  db: Db,
  models: Models,
  image: ImageRow,
): Promise<Printed<PatientReport>> {
  const all = await imagesOfPatient(db, image).selectAll('image').execute()
  const reports: EyeReport[] = []
  for (const each of all.slice(0, mostReported)) reports.push(await presentEye(db, models, each))
  return {
    dataset: await datasetOf(db, image),
    patient: presentPatient(all),
    reports,
    images: all.length,
  }
}

/** The newest analysable photograph of the other eye, else the newest. */
async function findFellow(
  db: Db,
  models: Models,
  { report, sameDay }: { report: EyeReport; sameDay: readonly ImageRow[] },
): Promise<EyeReport | null> {
  if (report.eye === 'unknown') return null
  const wanted = report.eye === 'right' ? 'left' : 'right'
  let fellow: EyeReport | null = null
  for (const row of sameDay) {
    const other = await presentEye(db, models, row)
    if (other.eye !== wanted) continue
    if (isGradable(other)) return other
    fellow ??= other
  }
  return fellow
}

function isGradable({ analysis }: EyeReport): boolean {
  const grade = analysis?.numbers.quality?.grade
  return grade !== undefined && grade !== 'not-gradable'
}

function datasetOf(db: Db, image: ImageRow): Promise<ImageReport['dataset']> {
  return db
    .selectFrom('dataset')
    .select(['id', 'name', 'is_example as example'])
    .where('id', '=', image.dataset_id)
    .executeTakeFirstOrThrow()
}
