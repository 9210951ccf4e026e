import sharp from 'sharp'
import { expect, test } from 'vitest'

import {
  discardCorrection,
  getAnalysisOfAll,
  getResult,
  remeasure,
  requestAnalysis,
  requestAnalysisOfAll,
  requestAnalysisOfAllAgain,
} from '#contract/analysis'
import { DiscNumbers, ZoneNumbers } from '#contract/analysis-numbers'
import { createAnnotation } from '#contract/annotations'
import { chooseDatasetModels } from '#contract/models'
import { statePatientData } from '#contract/patient-data'
import { setReferences } from '#contract/references'
import { cancelTask, getTaskLogs } from '#contract/tasks'

import { modelsFolder, photograph, withImages } from '../../testing/images-to-analyse.ts'
import { writeModelFolder } from '../../testing/model-folder.ts'

const blank = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .jpeg()
    .toBuffer()

test('a photograph is graded, its vessels are found, classified and measured, and the report has all of it', async () => {
  const content = await photograph('05_h.jpg')
  const size = { width: 1752, height: 1168 }
  const pixels = size.width * size.height
  const { kim, analyse, read, numbers } = await withImages([content])
  expect(await analyse()).toMatchObject({ status: 'succeeded', name: 'Analysing eye0.jpg' })
  const image = await read()
  expect(image).toMatchObject({
    prediction_status: 'Done',
    predicted: true,
    stateMICS: 'Finished',
  })
  expect(Object.keys(image.results)).toEqual([
    'quality',
    'optic_disc',
    'vessels',
    'arteries_veins',
    'uncertainty',
    'zones',
    'risk',
    'report',
  ])
  const { vessels } = image.results
  expect(vessels).toMatchObject({ ...size, stale: [], corrected: null })
  expect(vessels?.model.sha256).toMatch(/^[0-9a-f]{64}$/)
  const params = { id: vessels?.id ?? 0 }
  const picture = await kim.call(getResult, { params, query: { asAttachment: 'true' } })
  expect(picture.headers['content-type']).toBe('image/png')
  expect(picture.headers['content-disposition']).toContain('eye0-vessels.png')
  const { data, info } = await sharp(picture.bytes).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ ...size, channels: 4 })
  const opaque = data.filter((value, i) => i % 4 === 3 && value > 0).length / pixels
  expect(opaque).toBeGreaterThan(0.03)
  expect(opaque).toBeLessThan(0.2)

  // Without sex there is no risk index, and no picture of its calibres.
  const withoutPicture = Object.values(image.results).filter((each) => !each.has_picture)
  expect(withoutPicture.map(({ kind }) => kind)).toEqual(['risk'])
  const all = { id: image.results['report']?.id ?? 0 }
  const overview = await kim.call(getResult, { params: all, query: { asAttachment: 'true' } })
  expect(overview.headers['content-disposition']).toContain('eye0-report.png')
  expect(await sharp(overview.bytes).metadata()).toMatchObject(size)
  const shown = await sharp(overview.bytes).raw().toBuffer()
  const share = shown.filter((value, i) => i % 4 === 3 && value > 0).length / pixels
  // It shows the certain vessels, and the disc.
  expect(share).toBeGreaterThan(0.8 * opaque)
  expect(share).toBeLessThan(0.25)
  const file = await kim.call(getResult, {
    params: all,
    query: { asJson: 'true', asAttachment: 'true' },
  })
  expect(file.headers['content-disposition']).toContain('eye0-report.json')

  expect(await numbers('quality')).toMatchObject({ grade: 'gradable' })
  const { measures } = ZoneNumbers.parse(await numbers('zones'))
  const { density: value, densityUncertainty: uncertainty } = await numbers('vessels')
  expect(value).toBeGreaterThan(0.05)
  expect(measures['vesselDensity']).toMatchObject({ unit: 'share', value, uncertainty })
  expect(await numbers('risk')).toMatchObject({ kind: 'no-risk-index' })
  expect(await numbers('report')).toMatchObject({ quality: { grade: 'gradable' } })
  const parts = { id: image.results['arteries_veins']?.id ?? 0 }
  for (const part of ['arterioles', 'venules'])
    expect((await kim.call(getResult, { params: parts, query: { part } })).status).toBe(200)
  expect((await kim.call(getResult, { params: parts, query: { part: 'nerves' } })).status).toBe(404)
  expect(image.results['arteries_veins']?.maps).toEqual(['arterioles', 'venules'])
  const map = await kim.call(getResult, { params: parts, query: { map: 'venules' } })
  const { channels, width, height } = await sharp(Buffer.from(map.bytes)).metadata()
  expect(channels).toBe(1)
  expect(width / height).toBeCloseTo(image.width / image.height, 2)
  expect((await kim.call(getResult, { params: parts, query: { map: 'nerves' } })).status).toBe(404)

  const before = await numbers('zones')
  await analyse()
  const after = await numbers('zones')
  expect(after['id']).not.toBe(before['id'])
  expect(after['measures']).toEqual(before['measures'])
})

test('a later visit is measured at the places of the first', async () => {
  const content = await photograph('05_h.jpg')
  const later = await sharp(content).rotate(2).modulate({ brightness: 0.9 }).jpeg().toBuffer()
  const { db, ids, analyse, numbers } = await withImages([content, later])
  const [first = 0, second = 0] = ids
  for (const [id, day] of [
    [first, '2025-01-02'],
    [second, '2026-01-02'],
  ] as const) {
    const stated = { patient_id: 'P-1', study_date: day }
    await db.updateTable('image').set(stated).where('id', '=', id).execute()
    await analyse(id)
  }
  expect(ZoneNumbers.parse(await numbers('zones', first)).samePlaces).toBeNull()
  const { samePlaces } = ZoneNumbers.parse(await numbers('zones', second))
  expect(samePlaces).toMatchObject({ image: first, day: '2025-01-02' })
  expect(Object.keys(samePlaces?.changes ?? {})).toEqual(['crae', 'crve', 'craeZoneC', 'crveZoneC'])
  for (const { ratio } of Object.values(samePlaces?.changes ?? {}))
    expect(Math.abs(ratio - 1)).toBeLessThan(0.06)
})

test('an image that is not a fundus photograph is refused with a reason, and keeps only its quality', async () => {
  const { analyse, read, numbers } = await withImages([await blank('#777')])
  expect(await analyse()).toMatchObject({ status: 'succeeded' })
  const image = await read()
  expect(image.prediction_status).toBe('Not gradable: it is not a fundus photograph')
  expect(Object.keys(image.results)).toEqual(['quality'])
  expect(await numbers('quality')).toMatchObject({ reasons: ['not-a-fundus'] })
})

test('an ultra-wide field is named as such, and not measured', async () => {
  const { kim, id, analyse, read, numbers } = await withImages([await photograph('05_h.jpg')])
  const scale = { field_degrees: 200, circle_px: 1000 }
  await kim.call(statePatientData, { params: { id }, body: { scale } })
  await analyse()
  expect(await read()).toMatchObject({
    prediction_status:
      'Not gradable: it is an ultra-wide-field picture, which this analysis cannot measure',
  })
  expect(await numbers('quality')).toMatchObject({ fundus: null, visibility: null })
})

test('an image in analysis is not queued twice, and is free again after a cancellation', async () => {
  const { kim, read, id } = await withImages([await blank('#777')], { works: false })
  const ask = () => kim.call(requestAnalysis, { query: { original_id: id } })
  expect((await read()).stateMICS).toBe('Unreferred')
  const { body } = await ask()
  expect(await read()).toMatchObject({ prediction_status: 'Queued', stateMICS: 'Referred' })
  const second = await ask()
  expect(second.status).toBe(409)
  expect(second.body.code).toBe('still_running')
  await kim.call(cancelTask, { params: { id: body.task.id } })
  expect(await read()).toMatchObject({ prediction_status: '', stateMICS: 'Unreferred' })
  expect((await ask()).status).toBe(200)
})

test('one job at a time analyses the whole dataset, with 80 % progress while it runs', async () => {
  const blanks = await Promise.all(['#777', '#222', '#ddd'].map(blank))
  const { kim, dataset, ids, read, analyse, ended, db } = await withImages(blanks)
  const query = { dataset_id: dataset.id }
  await analyse(ids[1])
  const [first, second] = await Promise.all([
    kim.call(requestAnalysisOfAll, { query }),
    kim.call(requestAnalysisOfAll, { query }),
  ])
  expect(new Set([first.status, second.status])).toEqual(new Set([200, 409]))
  const told = [first, second].find(({ status }) => status === 409)?.body
  expect(told).toMatchObject({ code: 'still_running', key: 'tasks.underWay' })
  const started = [first, second].find(({ status }) => status === 200)?.body
  expect(started?.message).toBe('The analysis has been queued. Images: 2.')
  const progress = async () => (await kim.call(getAnalysisOfAll, { query })).body
  const seen: number[] = []
  await expect
    .poll(
      async () => {
        const { task } = await progress()
        if (task !== null) seen.push(task.progress)
        return task
      },
      { timeout: 100_000, interval: 20 },
    )
    .toBeNull()
  expect(seen).toContain(80)
  expect(seen.filter((percent) => percent !== 0 && percent !== 80)).toEqual([])
  expect(await ended(started?.task.id ?? 0)).toMatchObject({ status: 'succeeded', progress: 100 })
  expect(await progress()).toMatchObject({ images: 3, analysed: 3 })
  for (const id of ids) expect((await read(id)).predicted).toBe(true)
  const rows = () => db.selectFrom('analysis').selectAll().execute()
  expect(await rows()).toHaveLength(3)
  expect((await kim.call(requestAnalysisOfAll, { query })).status).toBe(409)

  const again = await kim.call(requestAnalysisOfAllAgain, { query })
  await ended(again.body.task.id)
  expect(await rows()).toHaveLength(6)
  expect((await rows()).filter(({ replaced_at: at }) => at === null)).toHaveLength(3)
})

test('the images of a dataset are analysed at least 100 ms apart, and none is left waiting', async () => {
  const blanks = await Promise.all(['#777', '#222', '#ddd', '#333'].map(blank))
  const { kim, dataset, ids, read, ended, parts, db } = await withImages(blanks)
  // Without its file, each image is done at once.
  for (const i of ids.keys()) await parts.files.remove(`datasets/${dataset.name}/eye${i}.jpg`)
  const { body } = await kim.call(requestAnalysisOfAll, { query: { dataset_id: dataset.id } })
  await ended(body.task.id)
  const failures = await db
    .selectFrom('task_log')
    .select('at')
    .where('level', '=', 'WARNING')
    .orderBy('id')
    .execute()
  expect(failures).toHaveLength(ids.length)
  const pauses = failures
    .slice(1)
    .map(({ at }, i) => at.getTime() - (failures[i]?.at.getTime() ?? 0))
  // A timer may be a millisecond early.
  for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(99)
  for (const id of ids) expect((await read(id)).stateMICS).toBe('Unreferred')
})

test('results state what has changed since: patient data, and the network that a dataset chooses', async () => {
  const folder = await modelsFolder()
  await writeModelFolder(folder, { id: 'other', role: 'vessel-av', planes: 'vessel' })
  const options = { models: folder }
  const images = [await blank('#777')]
  const { given, kim, dataset, id, db, analyse, read } = await withImages(images, options)
  await analyse()
  const stale = async () => (await read()).results['quality']?.stale
  expect(await stale()).toEqual([])
  await db.updateTable('image').set({ patient_sex: 'F' }).where('id', '=', id).execute()
  expect(await stale()).toEqual(['patient'])
  const choose = (model: string | null) =>
    kim.call(chooseDatasetModels, {
      params: { id: dataset.id },
      body: { models: { 'vessel-av': model } },
    })
  expect((await choose('other')).status).toBe(200)
  expect(await stale()).toEqual(['patient', 'models'])
  const refused = await choose('nothing')
  expect(refused).toMatchObject({ status: 422, body: { key: 'models.notForTask' } })
  expect(await stale()).toEqual(['patient', 'models'])
  await choose(null)
  expect(await stale()).toEqual(['patient'])
  const reference = { age_from: 0, age_to: 129, mean: 0.1, sd: 0.02, n: 80, source: 'here' }
  const references = [{ ...reference, measure: 'vesselDensity' as const, sex: null }]
  const admin = await given.user('admin', { isAdmin: true })
  await admin.call(setReferences, { body: { references, replaces: null } })
  expect(await stale()).toEqual(['patient', 'references'])
})

test('vessels drawn by a person are measured instead, a drawn cup against the disc, and carry the name', async () => {
  const content = await photograph('05_h.jpg')
  const { kim, dataset, id, analyse, read, ended, numbers } = await withImages([content])
  await analyse()
  const [arterioles = 0, venules = 0, cup = 0] = dataset.categoryIds
  const outline = (category_id: number, points: number[]) =>
    kim.call(createAnnotation, { body: { image_id: id, category_id, segmentation: [points] } })
  const draw = (category_id: number, x: number) =>
    outline(category_id, [x, 200, x + 12, 200, x + 12, 800, x, 800])
  await draw(arterioles, 300)
  await draw(venules, 700)
  const zones = async () => ZoneNumbers.parse(await numbers('zones')).measures
  expect((await zones())['verticalCupToDisc']).toEqual({ notMeasurable: 'no-cup' })
  await outline(cup, await halfOfDisc(numbers))
  const ask = (body: object) =>
    kim.call(remeasure, {
      query: { original_id: id },
      body: { arterioles, venules, disc: null, cup, ...body },
    })
  expect((await ask({ venules: null })).status).toBe(400)
  expect((await ask({ venules: arterioles })).status).toBe(400)
  const { body } = await ask({})
  expect(await ended(body.task.id)).toMatchObject({ status: 'succeeded' })
  const areas = async () => {
    const { arteriolarArea, venularArea } = await numbers('arteries_veins')
    return [Number(arteriolarArea), Number(venularArea)]
  }
  for (const area of await areas()) expect(Math.abs(area / (12 * 600) - 1)).toBeLessThan(0.1)
  const { results } = await read()
  expect(results['arteries_veins']?.corrected).toMatchObject({ by: 'kim' })
  expect(results['vessels']?.corrected).toMatchObject({ by: 'kim' })
  expect(results['quality']?.corrected).toBeNull()
  const measures = await zones()
  const { density } = await numbers('vessels')
  expect(density).toBeLessThan(0.015)
  expect(measures['vesselDensity']).toMatchObject({ value: density })
  for (const [name, ratio] of [
    ['verticalCupToDisc', 0.5],
    ['horizontalCupToDisc', 0.5],
    ['cupToDiscArea', 0.25],
  ] as const) {
    const measure = measures[name]
    const value = measure !== undefined && 'value' in measure ? measure.value : 0
    expect(Math.abs(value / ratio - 1)).toBeLessThan(0.05)
  }
  expect(results['zones']?.stale).toEqual([])
  await draw(venules, 500)
  expect((await read()).results['zones']?.stale).toEqual(['correction'])

  const back = await kim.call(discardCorrection, { query: { original_id: id } })
  await ended(back.body.task.id)
  expect((await read()).results['zones']).toMatchObject({ corrected: null, stale: [] })
})

/** The outline of the optic disc, drawn in to half its size about the centre. */
async function halfOfDisc(
  numbers: (kind: string) => Promise<Record<string, unknown>>,
): Promise<number[]> {
  const { disc } = DiscNumbers.parse(await numbers('optic_disc'))
  const { centre, outline } = disc ?? { centre: { x: 0, y: 0 }, outline: [] }
  return outline.flatMap(({ x, y }) => [(x + centre.x) / 2, (y + centre.y) / 2])
}

test('an image that cannot be decoded fails with its reason', async () => {
  const content = await photograph('05_h.jpg')
  const { kim, id, analyse, read, parts, dataset } = await withImages([content])
  await parts.files.remove(`datasets/${dataset.name}/eye0.jpg`)
  const task = await analyse()
  expect(task).toMatchObject({ status: 'failed' })
  expect(await read()).toMatchObject({
    prediction_status: expect.stringMatching(/^Failed: /),
    stateMICS: 'Unreferred',
  })
  const log = await kim.call(getTaskLogs, { params: { id: task?.id ?? 0 } })
  expect(log.body.logs.join('\n')).toContain('[ERROR]')
  expect(id).toBeGreaterThan(0)
})
