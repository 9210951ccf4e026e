import { expect, test } from 'vitest'

import { createAnnotation, getAnnotatorData } from '#contract/annotations'
import { updateDataset } from '#contract/datasets'
import { startExport } from '#contract/exports'
import { getGuide } from '#contract/guide'
import { addSender } from '#contract/pacs'
import { reviewAnalysis } from '#contract/reviews'

import { analysed } from '../../testing/analysed.ts'
import { startApp } from '../../testing/start-app.ts'

test('each step of a reader is done once the reader has done it', async () => {
  const { given, db } = await startApp({ works: true })
  const kim = await given.user('kim')
  const done = async () => (await kim.call(getGuide)).body.done
  const dataset = await given.dataset(kim)
  const { id } = await given.image(kim, dataset)
  expect(await done()).toEqual([])

  await kim.call(getAnnotatorData, { params: { id } })
  expect(await done()).toEqual(['open'])

  const analysis = await analysed(db, id)
  expect(await done()).toEqual(['open', 'analyse'])

  const [category = 0] = dataset.categoryIds
  await kim.call(createAnnotation, { body: { image_id: id, category_id: category } })
  expect(await done()).toEqual(['open', 'analyse', 'correct'])

  const decision = { analysis_id: analysis, decision: 'confirmed' } as const
  await kim.call(reviewAnalysis, { query: { original_id: id }, body: decision })
  expect(await done()).toEqual(['open', 'analyse', 'correct', 'confirm'])

  await kim.call(startExport, { params: { id: dataset.id }, body: {} })
  await expect.poll(done).toEqual(['open', 'analyse', 'correct', 'confirm', 'export'])
})

test('the work of others does not count, except an analysis that the reader sees', async () => {
  const { given, db } = await startApp()
  const kim = await given.user('kim')
  const lee = await given.user('lee')
  const dataset = await given.dataset(kim, { sharedWith: [lee] })
  const { id } = await given.image(kim, dataset)
  await kim.call(getAnnotatorData, { params: { id } })
  await analysed(db, id)
  const { body } = await lee.call(getGuide)
  expect(body).toEqual({
    done: ['analyse'],
    own_dataset: null,
    photograph: { id, dataset: dataset.id },
  })
})

test('the steps of the administrator are done by what is set up, and are not shown to others', async () => {
  const { given } = await startApp()
  const admin = await given.user('admin', { isAdmin: true })
  const done = async () => (await admin.call(getGuide)).body.done
  const { id } = await given.dataset(admin)
  expect(await done()).toEqual([])

  const SCALES = [
    { manufacturer: '', model: '', image_width: 2000, scale: { micrometres_per_pixel: 5 } },
  ]
  await admin.call(updateDataset, { params: { id }, body: { settings: { SCALES } } })
  await admin.call(addSender, {
    body: { ae_title: 'CAMERA', address: '127.0.0.1', dataset_id: id },
  })
  const MICS = { IP: '127.0.0.1' }
  await admin.call(updateDataset, { params: { id }, body: { settings: { MICS } } })
  const kim = await given.user('kim')
  expect(await done()).toEqual(['scale', 'stations', 'orders', 'accounts'])
  expect((await kim.call(getGuide)).body.done).toEqual([])
})

test('an analysed photograph is offered before others', async () => {
  const { given, db } = await startApp()
  const kim = await given.user('kim')
  const none = await kim.call(getGuide)
  expect(none.body).toEqual({ done: [], own_dataset: null, photograph: null })
  const first = await given.dataset(kim)
  const second = await given.dataset(kim)
  const { id } = await given.image(kim, first)
  await given.image(kim, second)
  await analysed(db, id)
  const { body } = await kim.call(getGuide)
  expect(body.own_dataset).toBe(first.id)
  expect(body.photograph).toEqual({ id, dataset: first.id })
})
