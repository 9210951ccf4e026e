import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { getResult, requestAnalysis } from '#contract/analysis'
import { getAnnotatorData } from '#contract/annotations'
import { downloadFhir, generateFhir } from '#contract/fhir'
import { uploadImage } from '#contract/images'
import { checkModelFolders, chooseDatasetModels, getDatasetModels } from '#contract/models'
import { getImageReport } from '#contract/reports'
import { listTasks } from '#contract/tasks'

import { writeModelFolder } from '../../testing/model-folder.ts'
import { writeNumberModel } from '../../testing/number-model.ts'
import { examplePhotograph } from '../../testing/fixture-file.ts'
import { startApp } from '../../testing/start-app.ts'

const maps = [
  { id: 'own-vessels', role: 'vessel-av', planes: 'vessel,artery,vein' },
  { id: 'own-marks', role: 'landmarks', planes: 'disc,fovea' },
]

async function withPlugIns() {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-plug-ins-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeNumberModel(folder, { id: 'judge', role: 'quality', value: 0.3 })
  await writeNumberModel(folder, { id: 'ten-years', role: 'risk', value: 0.124 })
  for (const { planes, ...model } of maps) {
    const weights = planes.split(',').map(() => [1, 1, 1])
    await writeModelFolder(folder, { ...model, planes, weights, bias: weights.map(() => -1) })
  }
  const started = await startApp({ works: true, modelsFolder: folder })
  const kim = await started.given.user('kim', { isAdmin: true })
  const dataset = await started.given.dataset(kim)
  const params = { id: dataset.id }
  const choose = (models: object) => kim.call(chooseDatasetModels, { params, body: { models } })
  const chosen = async () => (await kim.call(getDatasetModels, { params })).body.models
  return { ...started, folder, kim, dataset, choose, chosen }
}

test('each task takes a network of its kind; an invalid or wrong one is refused, and the choice stays', async () => {
  const { kim, folder, choose, chosen } = await withPlugIns()
  const all = {
    quality: 'judge',
    'vessel-av': 'own-vessels',
    landmarks: 'own-marks',
    risk: 'ten-years',
  }
  expect((await choose(all)).body.models).toEqual(all)
  expect(await choose({ risk: 'judge' })).toMatchObject({
    status: 422,
    body: { message: 'The model judge is missing, or is not for this task.' },
  })
  await writeModelFolder(folder, { id: 'blind', role: 'landmarks', planes: 'disc' })
  await kim.call(checkModelFolders)
  const refused = await choose({ landmarks: 'blind' })
  expect(refused.status).toBe(422)
  expect(refused.body.message).toContain('needs planes that this one lacks: fovea')
  expect(await chosen()).toEqual(all)

  // A damaged file changes nothing for datasets that have chosen it: the network that passed before
  // is used.
  await writeFile(path.join(folder, 'ten-years/model.onnx'), 'damaged')
  const states = (await kim.call(checkModelFolders)).body
  expect(states.find(({ id }) => id === 'ten-years')).toMatchObject({
    model: { version: '1.0.0' },
    refused: { key: 'models.otherDigest' },
  })
  expect((await choose({ risk: 'ten-years' })).status).toBe(200)
  expect((await choose({ risk: null })).body.models).not.toHaveProperty('risk')
})

test('a certified network’s ten-year probability and grade stand in results, report and FHIR', async () => {
  const file = examplePhotograph('05_h.jpg')
  const { kim, db, dataset, choose } = await withPlugIns()
  await choose({ quality: 'judge', risk: 'ten-years' })
  const sent = await kim.call(uploadImage, {
    query: { dataset_id: dataset.id },
    files: [{ name: 'eye.jpg', content: await readFile(file) }],
  })
  const { id } = sent.body.image
  await db
    .updateTable('image')
    .set({
      patient_name: 'Hong^Gildong',
      patient_id: '00012345',
      patient_sex: 'M',
      patient_birth_date: '1964-03-09',
      study_date: '2026-07-14',
      laterality: 'R',
      laterality_source: 'stated',
    })
    .where('id', '=', id)
    .execute()
  const { body } = await kim.call(requestAnalysis, { query: { original_id: id } })
  const state = async () =>
    (await kim.call(listTasks)).body.find((task) => task.id === body.task.id)?.status
  await expect.poll(state, { timeout: 110_000 }).toBe('succeeded')

  const { results } = (await kim.call(getAnnotatorData, { params: { id } })).body.image
  const numbers = async (kind: string) => {
    const params = { id: results[kind]?.id ?? 0 }
    const { bytes } = await kim.call(getResult, { params, query: { asJson: 'true' } })
    return JSON.parse(bytes.toString()) as unknown
  }
  expect(await numbers('quality')).toMatchObject({
    grade: 'limited',
    reasons: ['by-model'],
    model: { name: 'Tiny judge' },
  })
  const risk = {
    kind: 'plugged-in',
    value: expect.closeTo(0.124, 5),
    unit: 'probability',
    event: 'Cardiovascular disease',
    horizonYears: 10,
    band: 'moderate',
    regulatory: { status: 'MFDS', number: '26-1' },
    limits: 'Knows nothing.',
  }
  expect(await numbers('risk')).toMatchObject({ ...risk, model: { name: 'Tiny ten-years' } })
  const report = await kim.call(getImageReport, { params: { id } })
  expect(JSON.stringify(report.body)).toContain('Cardiovascular disease')

  const generated = await kim.call(generateFhir, { query: { original_id: id } })
  expect(generated.body).toMatchObject({ valid: true })
  const message = await kim.call(downloadFhir, { query: { original_id: id } })
  expect(message.bytes.toString()).toContain('99055-6')
  expect(message.bytes.toString()).toContain('"probabilityDecimal": 12.4')
})
