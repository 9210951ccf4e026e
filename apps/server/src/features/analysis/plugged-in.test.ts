import sharp from 'sharp'
import { expect, test } from 'vitest'

import { findLesions, getResult } from '#contract/analysis'
import { chooseDatasetModels } from '#contract/models'

import { modelsFolder, photograph, withImages } from '../../testing/images-to-analyse.ts'
import { writeModelFolder } from '../../testing/model-folder.ts'

test('a photograph in which the network finds no vessels is not gradable, whatever it looks like', async () => {
  const content = await photograph('05_h.jpg')
  const folder = await modelsFolder()
  await writeModelFolder(folder, {
    id: 'blind',
    role: 'vessel-av',
    planes: 'vessel',
    weights: [[0, 0, 0]],
    bias: [-9],
  })
  const { kim, dataset, analyse, read, numbers } = await withImages([content], { models: folder })
  const choose = { params: { id: dataset.id }, body: { models: { 'vessel-av': 'blind' } } }
  await kim.call(chooseDatasetModels, choose)
  await analyse()
  expect(Object.keys((await read()).results)).toEqual(['quality'])
  expect(await numbers('quality')).toMatchObject({
    grade: 'not-gradable',
    reasons: ['hidden-vessels'],
  })
})

test('a network that is shown the field alone has its vessels where they are', async () => {
  const content = await photograph('05_h.jpg')
  const small = await sharp(content).resize({ width: 900 }).jpeg().toBuffer()
  const folder = await modelsFolder()
  const bright = { role: 'vessel-av', planes: 'vessel', weights: [[60, 0, 0]], bias: [-42] }
  await writeModelFolder(folder, { ...bright, id: 'whole' })
  await writeModelFolder(folder, { ...bright, id: 'field', crop: 'fov' })
  const { kim, dataset, analyse, read } = await withImages([small], { models: folder })
  const vesselsOf = async (model: string) => {
    const body = { models: { 'vessel-av': model } }
    await kim.call(chooseDatasetModels, { params: { id: dataset.id }, body })
    await analyse()
    const params = { id: (await read()).results['vessels']?.id ?? 0 }
    const { bytes } = await kim.call(getResult, { params })
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 900, channels: 4 })
    return Array.from({ length: data.length / 4 }, (_, i) => Number((data[4 * i + 3] ?? 0) > 0))
  }
  const [whole, field] = [await vesselsOf('whole'), await vesselsOf('field')]
  const either = whole.filter((found, i) => found + (field[i] ?? 0) > 0).length
  const both = whole.filter((found, i) => found + (field[i] ?? 0) === 2).length
  expect(either / whole.length).toBeGreaterThan(0.03)
  expect(both / either).toBeGreaterThan(0.95)
})

test('a network of one’s own searches an image; its areas can be had one by one', async () => {
  const content = await photograph('05_h.jpg')
  const folder = await modelsFolder()
  await writeModelFolder(folder, { weights: [[3, 3, 3]], bias: [-4] })
  const { kim, id, ended, read, numbers } = await withImages([content], { models: folder })
  const find = (model: string) =>
    kim.call(findLesions, { query: { original_id: id }, body: { model } })
  expect((await find('nothing')).status).toBe(404)
  const { body } = await find('bright')
  expect(await ended(body.task.id)).toMatchObject({ status: 'succeeded' })
  const { results, predicted } = await read()
  expect(results['lesions']).toMatchObject({ model: { name: 'Tiny bright' }, parts: ['bright'] })
  expect(predicted).toBe(false)
  const { found } = await numbers('lesions')
  expect(found).toEqual([{ name: 'bright', share: expect.any(Number), count: expect.any(Number) }])
})

test('areas are drawn in the styles that their order in the legend gives them', async () => {
  const content = await photograph('05_h.jpg')
  const folder = await modelsFolder()
  await writeModelFolder(folder, {
    planes: 'no,bright',
    weights: [
      [0, 0, 0],
      [3, 3, 3],
    ],
    bias: [-9, -4],
  })
  const { kim, id, ended, read } = await withImages([content], { models: folder })
  const { body } = await kim.call(findLesions, {
    query: { original_id: id },
    body: { model: 'bright' },
  })
  await ended(body.task.id)
  const { lesions } = (await read()).results
  expect(lesions?.parts).toEqual(['bright', 'no'])
  const params = { id: lesions?.id ?? 0 }
  const whole = await kim.call(getResult, { params })
  const bright = await kim.call(getResult, { params, query: { part: 'bright' } })
  expect(await sharp(whole.bytes).raw().toBuffer()).toEqual(
    await sharp(bright.bytes).raw().toBuffer(),
  )
})
