import { expect, test } from 'vitest'

import { createAnnotation, saveAnnotatorData } from '#contract/annotations'
import { getDatasetData } from '#contract/datasets'
import { getFields, setFields } from '#contract/fields'
import { comment } from '#contract/fields/built-in/comment'
import { drGrade } from '#contract/fields/built-in/dr-grade'
import type { Field } from '#contract/fields/field'
import { exportPatients } from '#contract/patient-table'

import { cocoOf, logOf, report, run, withDataset } from './testing/importing.ts'

const words = { en: 'Certainty', ko: '확실성' }
const certainty: Field = {
  key: 'certainty',
  type: 'choices',
  subject: 'annotation',
  words,
  cannotTell: false,
  required: false,
  options: [
    { value: 'shape', words },
    { value: 'kind', words },
  ],
}
const fields = [drGrade, comment, certainty]

async function graded() {
  const started = await withDataset()
  const { kim, dataset, image } = started
  await kim.call(setFields, { params: { id: dataset.id }, body: { fields, replaces: {} } })
  const values = {
    dr_grade: { from: null, to: '3' },
    comment: { from: null, to: '출혈, "drusen"' },
  }
  await kim.call(saveAnnotatorData, { body: { image: { id: image.id, fields: values } } })
  await kim.call(createAnnotation, {
    body: {
      image_id: image.id,
      category_id: dataset.categoryIds[0] ?? 0,
      segmentation: [[10, 10, 50, 10, 50, 40]],
      fields: { certainty: ['shape', 'kind'] },
    },
  })
  return started
}

async function copyOf({ kim, given }: Awaited<ReturnType<typeof graded>>) {
  const copy = await given.dataset(kim, { categories: [] })
  await given.image(kim, copy, { name: 'eye.png', width: 80, height: 60 })
  return copy
}

test('fields and their values are exported to COCO and imported into another dataset', async () => {
  const started = await graded()
  const { kim, dataset } = started
  const copy = await copyOf(started)
  const file = await cocoOf(kim, dataset)
  expect(file.fields).toEqual(fields)
  const content = Buffer.from(JSON.stringify(file))
  const trial = await report(kim, copy, content, { dry_run: 'true' })
  expect(trial.fields.created).toEqual(['dr_grade', 'comment', 'certainty'])
  expect((await kim.call(getFields, { params: { id: copy.id } })).body.fields).toEqual([])
  expect(await report(kim, copy, content)).toMatchObject({ images: { changed: 1 }, reasons: [] })
  const second = await cocoOf(kim, copy)
  expect(second.fields).toEqual(fields)
  expect(second.images[0].fields).toEqual({ dr_grade: '3', comment: '출혈, "drusen"' })
  expect(second.annotations[0].fields).toEqual({ certainty: ['shape', 'kind'] })
  // The same file again changes nothing.
  expect(await report(kim, copy, content)).toMatchObject({ images: { unchanged: 1 } })
})

test('an import keeps the values that images have, and reports those it left out', async () => {
  const started = await graded()
  const { kim, dataset, given } = started
  const lee = await given.user('lee')
  const shared = await given.dataset(kim, { categories: ['disc'], sharedWith: [lee] })
  const image = await given.image(kim, shared, { name: 'eye.png', width: 80, height: 60 })
  await kim.call(setFields, {
    params: { id: shared.id },
    body: { fields: [drGrade], replaces: {} },
  })
  const own = { dr_grade: { from: null, to: '1' } }
  await kim.call(saveAnnotatorData, { body: { image: { id: image.id, fields: own } } })
  const content = Buffer.from(JSON.stringify(await cocoOf(kim, dataset)))
  const task = await run(lee, shared, content)
  const log = await logOf(lee, task)
  expect(log).toContain('kept its own dr_grade')
  expect(log).toContain('left out comment')
  expect(log).toContain('left out certainty')
  const { body } = await kim.call(getDatasetData, { params: { id: shared.id } })
  expect(body.images[0]?.fields).toEqual({ dr_grade: '1' })
  expect(body.fields.map(({ field }) => field.key)).toEqual(['dr_grade'])
})

test('tables end with a column for each field', async () => {
  const { kim, dataset } = await graded()
  const { bytes } = await kim.call(exportPatients, { params: { id: dataset.id } })
  const [head, row] = bytes.toString().split('\r\n')
  expect(head?.endsWith('"BNCH_NM","field:dr_grade","field:comment"')).toBe(true)
  expect(row?.endsWith('"3","출혈, ""drusen"""')).toBe(true)
})
