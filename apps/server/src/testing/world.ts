import { randomUUID } from 'node:crypto'

import { requestAnalysis } from '#contract/analysis'
import { createAnnotation, deleteAnnotation } from '#contract/annotations'
import { beginThread } from '#contract/comments'
import { startExport } from '#contract/exports'
import { ReleasePlan } from '#contract/releases'
import { deleteImage } from '#contract/images'

import { analysed } from './analysed.ts'
import { startApp } from './start-app.ts'

/** One object of each kind, all in one dataset of kim's. */
export interface World {
  dataset: number
  category: number
  image: number
  annotation: number
  task: number
  export: number
  release: number
  result: number
  document: number
  /** A thread on the image, and its only comment. */
  thread: number
  comment: number
  /** An annotation in the undo list. */
  deletedAnnotation: number
  /** An image in the undo list. */
  deletedImage: number
}

/** What a call is made with. */
export interface Input {
  params?: object
  query?: object
  body?: object
  files?: { name: string; content: Uint8Array }[]
  headers?: Record<string, string>
}

/** An id that nothing has. */
export const missing = 999_999

/** A server with one thing of each kind, and its owner. @param name the dataset's and the image's */
export async function world(name = 'things') {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { name })
  const image = await started.given.image(kim, dataset, { name: `${name}.png` })
  const [category = 0] = dataset.categoryIds
  const annotation = await kim.call(createAnnotation, {
    body: { image_id: image.id, category_id: category },
  })
  const gone = await kim.call(createAnnotation, {
    body: { image_id: image.id, category_id: category },
  })
  await kim.call(deleteAnnotation, { params: { id: gone.body.id } })
  const goneImage = await started.given.image(kim, dataset)
  await kim.call(deleteImage, { params: { id: goneImage.id } })
  const task = await kim.call(startExport, { params: { id: dataset.id }, body: {} })
  await kim.call(requestAnalysis, { query: { original_id: image.id } })
  const at = new Date()
  const result = await analysed(started.db, image.id, { numbers: { vessels: {} } })
  const { id: exported } = await started.db
    .insertInto('export')
    .values({
      dataset_id: dataset.id,
      format: 'coco',
      tags: [],
      file: 'exports/none.json',
      size: 0,
      image_count: 0,
      annotation_count: 0,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: release } = await started.db
    .insertInto('release')
    .values({
      dataset_id: dataset.id,
      number: 1,
      title: 'First',
      description: '',
      licence: '',
      notes: '',
      plan: JSON.stringify(ReleasePlan.parse({})),
      document: '{}',
      counts: JSON.stringify({
        images: 0,
        annotations: 0,
        patients: 0,
        parts: { train: 0, validation: 0, test: 0 },
      }),
      left_out: JSON.stringify({ unchecked: 0, unreadable: 0, set_aside: 0 }),
      identified: false,
      file: 'exports/none.zip',
      sha256: Buffer.alloc(32),
      size: 0,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: document } = await started.db
    .insertInto('dicom_document')
    .values({
      dataset_id: dataset.id,
      kind: 'pdf',
      sop_class_uid: '1.2.840.10008.5.1.4.1.1.104.1',
      study_uid: '1.2.3',
      series_uid: '1.2.3.4',
      instance_uid: '1.2.3.4.5',
      patient_id: 'P-1',
      patient_name: '',
      dicom_meta: '{}',
      sha256: Buffer.alloc(32),
      size: 0,
      file: 'documents/none.dcm',
      received_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const thread = await kim.call(beginThread, {
    params: { id: image.id },
    body: { pin: { kind: 'image' }, comment: `About ${name}`, save_id: randomUUID() },
  })
  const ids: World = {
    dataset: dataset.id,
    category,
    image: image.id,
    annotation: annotation.body.id,
    deletedAnnotation: gone.body.id,
    deletedImage: goneImage.id,
    task: task.body.id,
    export: exported,
    release,
    result,
    document,
    thread: thread.body.id,
    comment: thread.body.comments[0]?.id ?? missing,
  }
  return { ...started, kim, ids }
}

/** Ids that do not exist. */
export const nothing: World = {
  dataset: missing,
  category: missing,
  image: missing,
  annotation: missing,
  deletedAnnotation: missing,
  deletedImage: missing,
  document: missing,
  thread: missing,
  comment: missing,
  task: missing,
  export: missing,
  release: missing,
  result: missing,
}
