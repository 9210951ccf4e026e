import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

import { message } from '#contract/messages/message'
import type { PatientDataChange } from '#contract/patient-data'
import type { PolygonOperations } from '#geometry/boolean'
import type { Segmentation } from '#geometry/segmentation'

import type { Clock } from '../../platform/clock.ts'
import { inTransaction, type Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { job, PermanentFailure, type Job, type JobContext } from '../../platform/jobs/definition.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { analyseDataset } from '../analysis/jobs.ts'
import { createAnnotationOn } from '../annotations/create-annotation.ts'
import { announceDataset } from '../datasets/announce.ts'
import { getLiveDataset, type DatasetRow } from '../datasets/queries.ts'
import { saveValues } from '../fields/save-values.ts'
import { addImage, type AddDeps } from '../images/add-image.ts'
import type { ImageRow } from '../images/queries.ts'
import { stateData, type StateDeps } from '../patient-data/state-data.ts'
import {
  lesions,
  patients,
  photographFile,
  photographs,
  readOutlines,
  works,
  type Lesion,
  type Photograph,
} from './clinic.ts'
import { loadClinicTask } from './jobs.ts'
import { findOrCreateReaders } from './readers.ts'

interface LoadDeps extends Omit<AddDeps, 'db'>, StateDeps {
  readonly clock: Clock
  readonly jobs: Jobs
  readonly operations: PolygonOperations
  readonly temporaryFolder: string
}

interface Run {
  readonly deps: LoadDeps
  readonly context: JobContext
  readonly dataset: DatasetRow
  readonly owner: Pick<Actor, 'id'>
  readonly readers: readonly [first: Actor, second: Actor]
  readonly language: 'en' | 'ko'
}

/**
 * Adds the photographs of an example clinic with the data of their patients and the work of its
 * readers, then starts the analysis. Each step recognises what an interrupted try has done.
 */
export function loadClinicJob(deps: LoadDeps): Job {
  return job(loadClinicTask, async ({ datasetId, creatorId, language }, context) => {
    const { db } = context
    const dataset = await getLiveDataset(db, datasetId)
    if (dataset === undefined) throw new PermanentFailure(message('exampleClinic.gone'))
    const readers = await findOrCreateReaders(db, dataset.site_id, deps.clock())
    const run = { deps, context, dataset, owner: { id: creatorId }, readers, language }
    const outlines = await readOutlines()
    for (const [number, photograph] of photographs.entries()) {
      context.signal.throwIfAborted()
      const { id } = await addPhotograph(run, photograph)
      await inTransaction(db, async (trx) => {
        const image = await imageOf(trx, id)
        await statePatient(run, trx, { image, photograph })
        await stateFields(run, trx, { image: await imageOf(trx, id), photograph })
        await outline(run, trx, { image, readings: outlines[photograph.outlines ?? ''] ?? [] })
      })
      await announceDataset(db, datasetId, 'images')
      await context.progress((100 * (number + 1)) / photographs.length)
    }
    await inTransaction(db, (trx) => analyse(run, trx))
    const counts = { photographs: photographs.length, patients: Object.keys(patients).length }
    await context.info(message('exampleClinic.done', counts))
    return counts
  })
}

async function addPhotograph(run: Run, photograph: Photograph) {
  const { deps, context, dataset, owner } = run
  await mkdir(deps.temporaryFolder, { recursive: true })
  const copy = path.join(deps.temporaryFolder, `${randomUUID()}.part`)
  try {
    await copyFile(photographFile(photograph.file), copy)
    const content = await readFile(copy)
    const { image } = await addImage(
      { ...deps, db: context.db },
      {
        dataset,
        folder: '',
        file: {
          fileName: fileNameOf(photograph),
          path: copy,
          size: content.length,
          sha256: createHash('sha256').update(content).digest(),
        },
        actor: owner,
        metadata: creditOf(photograph, run.language),
      },
    )
    return image
  } finally {
    await rm(copy, { force: true })
  }
}

function fileNameOf({ patient, eye, takenAt, file }: Photograph): string {
  const side = eye === 'R' ? 'right' : 'left'
  const day = takenAt.slice(0, 10)
  return `example-${patient.toLowerCase()}-${day}-${side}${path.extname(file)}`
}

function creditOf({ work: key, made }: Photograph, language: 'en' | 'ko') {
  const { work, authors, licence } = works[key]
  const credit = { work, author: authors, licence }
  return made === undefined ? credit : { ...credit, note: made[language] }
}

function imageOf(db: Db, id: number): Promise<ImageRow> {
  return db.selectFrom('image').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

interface Added {
  readonly image: ImageRow
  readonly photograph: Photograph
}

async function statePatient(
  { deps, readers: [reader], language }: Run,
  trx: Db,
  { image, photograph }: Added,
): Promise<void> {
  const { patient, eye, takenAt, work } = photograph
  const { name, sex, birthDate } = patients[patient]
  const data: PatientDataChange = {
    patient_id: `EXAMPLE-${patient}`,
    patient_name: name[language],
    sex,
    birth_date: birthDate,
    eye,
    taken_at: takenAt,
    scale: works[work].scale,
  }
  await stateData(trx, deps, { image, changes: data, actor: reader, at: deps.clock() })
}

async function stateFields(
  { deps, readers }: Run,
  trx: Db,
  { image, photograph: { agreed, grades } }: Added,
): Promise<void> {
  const at = deps.clock()
  for (const [number, reader] of readers.entries()) {
    const grade = grades?.[number]
    const own = grade === undefined ? {} : { dr_grade: grade }
    const changes = Object.entries({ ...agreed, ...own }).map(
      ([key, value]) => [key, { from: null, to: value }] as const,
    )
    await saveValues(trx, image, Object.fromEntries(changes), {
      actor: reader,
      at,
      reader: reader.id,
    })
  }
}

interface Outlined {
  readonly image: ImageRow
  /** The outlines of each reader. */
  readonly readings: readonly Partial<Record<Lesion, Segmentation>>[]
}

async function outline(
  { deps, readers, dataset, language }: Run,
  trx: Db,
  { image, readings }: Outlined,
): Promise<void> {
  const categories = await trx
    .selectFrom('dataset_category')
    .innerJoin('category', 'category.id', 'dataset_category.category_id')
    .select(['category.id', 'category.name'])
    .where('dataset_category.dataset_id', '=', dataset.id)
    .execute()
  const idByName = new Map(categories.map(({ id, name }) => [name, id]))
  for (const [number, reader] of readers.entries()) {
    for (const [lesion, segmentation] of Object.entries(readings[number] ?? {})) {
      const categoryId = idByName.get(lesions[lesion as Lesion][language])
      if (categoryId === undefined) continue
      const body = {
        image_id: image.id,
        category_id: categoryId,
        segmentation,
        save_id: uuidOf(`${dataset.id} ${image.id} ${reader.username} ${lesion}`),
      }
      const { clock, operations } = deps
      await createAnnotationOn(image, body, { db: trx, actor: reader, at: clock(), operations })
    }
  }
}

/** The same text gives the same UUID (RFC 9562, version 8), so that a repeated try adds nothing. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
  return parts.join('-')
}

async function analyse({ deps, dataset, owner }: Run, trx: Db): Promise<void> {
  await deps.jobs.start(trx, {
    definition: analyseDataset,
    payload: { datasetId: dataset.id, again: false },
    name: message('analysis.datasetTaskName', { dataset: dataset.name }),
    creatorId: owner.id,
    datasetId: dataset.id,
  })
}
