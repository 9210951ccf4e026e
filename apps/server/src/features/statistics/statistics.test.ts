import { expect, test } from 'vitest'

import { createAnnotation, deleteAnnotation, saveAnnotatorData } from '#contract/annotations'
import { setFields } from '#contract/fields'
import { drGrade } from '#contract/fields/built-in/dr-grade'
import type { Field } from '#contract/fields/field'
import type { FieldValue } from '#contract/fields/value'
import { getAgreement, getStatistics } from '#contract/statistics'

import type { Account } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'

const square = (x: number, y: number, side: number) => [
  [x, y, x + side, y, x + side, y + side, x, y + side],
]

function draw(who: Account, image: { id: number }, category_id: number, segmentation: number[][]) {
  return who.call(createAnnotation, { body: { image_id: image.id, category_id, segmentation } })
}

async function twoReaders() {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const lee = await started.given.user('lee')
  const dataset = await started.given.dataset(kim, {
    categories: ['disc', 'lesion', 'unused'],
    sharedWith: [lee],
  })
  const first = await started.given.image(kim, dataset, { width: 80, height: 60 })
  const second = await started.given.image(kim, dataset, { width: 40, height: 20 })
  const [disc = 0, lesion = 0] = dataset.categoryIds
  const params = { id: dataset.id }
  return { ...started, kim, lee, first, second, disc, lesion, params }
}

test('a dataset has totals, means, and counts by category and by user', async () => {
  const { kim, lee, first, second, disc, lesion, params, db } = await twoReaders()
  await draw(kim, first, disc, square(10, 10, 10))
  await draw(kim, first, disc, square(30, 10, 10))
  await draw(lee, second, disc, square(0, 0, 20))
  const { body: deleted } = await draw(lee, second, lesion, square(0, 0, 5))
  await lee.call(deleteAnnotation, { params: { id: deleted.id } })
  await db.updateTable('image').set({ annotating_ms: 90_500 }).where('id', '=', first.id).execute()
  const { status, body } = await kim.call(getStatistics, { params })
  expect(status).toBe(200)
  expect(body).toEqual({
    total: {
      Users: 2,
      Images: 2,
      'Annotated Images': 2,
      Annotations: 3,
      Categories: 3,
      'Time Annotating (s)': 91,
    },
    average: {
      'Image Width (px)': 60,
      'Image Height (px)': 40,
      'Annotation Area (px)': 200,
      'Time per Image (s)': 90.5,
      'Annotations per Image': 1.5,
    },
    categories: { disc: 3, lesion: 0, unused: 0 },
    images_per_category: { disc: 2, lesion: 0, unused: 0 },
    users: { kim: { annotations: 2, images: 1 }, lee: { annotations: 1, images: 1 } },
    fields: [],
  })
})

test('fields have the number of values, the count of each option, and the numbers', async () => {
  const { kim, first, second, params } = await twoReaders()
  const pressure: Field = {
    key: 'pressure',
    type: 'number',
    subject: 'image',
    words: { en: 'Pressure', ko: '안압' },
    cannotTell: false,
    required: false,
    decimals: 0,
  }
  const body = { fields: [drGrade, pressure], replaces: {} }
  await kim.call(setFields, { params, body })
  const save = (id: number, values: Record<string, FieldValue>) =>
    kim.call(saveAnnotatorData, {
      body: {
        image: {
          id,
          fields: Object.fromEntries(
            Object.entries(values).map(([key, to]) => [key, { from: null, to }]),
          ),
        },
      },
    })
  await save(first.id, { dr_grade: '2', pressure: 10 })
  await save(second.id, { dr_grade: { cannotTell: true }, pressure: 20 })
  const answer = await kim.call(getStatistics, { params })
  expect(answer.body.fields).toMatchObject([
    { subjects: 2, values: 2, counts: { '2': 1, 'cannot tell': 1 }, numbers: null },
    {
      subjects: 2,
      values: 2,
      counts: {},
      numbers: { count: 2, mean: 15, sd: expect.closeTo(7.071, 3), least: 10, greatest: 20 },
    },
  ])
})

test('an empty dataset has zeros', async () => {
  const { given } = await startApp()
  const kim = await given.user('kim')
  const dataset = await given.dataset(kim, { categories: [] })
  const { body } = await kim.call(getStatistics, { params: { id: dataset.id } })
  expect(body.total).toMatchObject({ Users: 1, Images: 0, Annotations: 0, Categories: 0 })
  expect(Object.values(body.average)).toEqual([0, 0, 0, 0, 0])
})

test('two who drew the same category on the same image are compared by their total areas', async () => {
  const { kim, lee, first, second, disc, lesion, params } = await twoReaders()
  // Kim's two squares make the 20 x 10 of which Lee has the left half and as much beside it.
  await draw(kim, first, disc, square(10, 10, 10))
  await draw(kim, first, disc, square(20, 10, 10))
  await draw(lee, first, disc, square(0, 10, 10))
  await draw(lee, first, disc, square(10, 10, 10))
  await draw(kim, second, lesion, square(0, 0, 10))
  await draw(kim, second, disc, square(0, 0, 10))
  await draw(lee, second, disc, square(0, 0, 10))
  const { body } = await lee.call(getAgreement, { params })
  expect(body.complete).toBe(true)
  expect(body.categories).toEqual([
    {
      id: disc,
      name: 'disc',
      images: 2,
      pairs: 2,
      dice: expect.closeTo((0.5 + 1) / 2, 6),
      iou: expect.closeTo((1 / 3 + 1) / 2, 6),
    },
  ])
})
