import { expect, test } from 'vitest'

import {
  exportGradesAsFhir,
  exportOutlines,
  getAdjudication,
  getAssignmentAgreement,
  getScore,
  listAdjudications,
  listAssignedImages,
  settleImage,
} from '#contract/adjudication'
import type { CocoDocument } from '#coco/document'
import { createAnnotation } from '#contract/annotations'
import {
  exportGrades,
  getWorkCase,
  handBackCase,
  listAssignedCases,
  submitCase,
} from '#contract/assignments'
import { shareDataset, updateDataset } from '#contract/datasets'

import { validateResource } from '#fhir/validate'

import { definitions } from '../fhir/definitions.ts'
import type { Account } from '../../testing/given.ts'
import { trial } from '../assignments/testing/trial.ts'

type Trial = Awaited<ReturnType<typeof trial>>

/** Answers and submits an image of a reader. */
async function read({ answer }: Trial, reader: Account, imageId: number, grade: string) {
  expect((await answer(reader, imageId, { dr_grade: grade })).status).toBe(200)
  const { body } = await reader.call(getWorkCase, { params: { id: imageId } })
  const submitted = await reader.call(submitCase, { params: { id: body?.id ?? 0 } })
  expect([submitted.status, submitted.body.message]).toEqual([200, undefined])
}

async function adjudicatedTrial(images: number, change: object = {}) {
  const started = await trial(images)
  const { given, kim, params, assign } = started
  const senior = await given.user('senior')
  const users = ['lee', 'zimmer', 'senior']
  expect((await kim.call(shareDataset, { params, body: { users } })).status).toBe(200)
  const assignment = await assign({
    readers: ['lee', 'zimmer'],
    adjudicators: ['senior'],
    hides_readers: true,
    ...change,
  })
  return { ...started, senior, inside: { ...params, assignment: assignment.id } }
}

test('what readers agree on is final, and an adjudicator settles the rest', async () => {
  const started = await adjudicatedTrial(3)
  const { kim, lee, zimmer, senior, inside, ids } = started
  const [same = 0, near = 0, open = 0] = ids
  await read(started, lee, same, '1')
  await read(started, zimmer, same, '1')
  await read(started, lee, near, '1')
  await read(started, zimmer, near, '2')
  await read(started, lee, open, '4')
  const { body: list } = await senior.call(listAssignedImages, { params: inside })
  expect(list.counts).toEqual({ reading: 1, agreed: 1, differs: 1, settled: 0 })
  expect(list.images.map(({ state, finals }) => [state, finals])).toEqual([
    ['agreed', { dr_grade: '1' }],
    ['differs', {}],
    ['reading', {}],
  ])
  // A case in a reader's hands tells nothing.
  const early = await senior.call(getAdjudication, { params: { ...inside, image: open } })
  expect(early.body.readers.map(({ values }) => values)).toEqual(
    expect.arrayContaining([{ dr_grade: '4' }, {}]),
  )
  expect((await lee.call(getAdjudication, { params: { ...inside, image: near } })).status).toBe(403)
  const at = { params: { ...inside, image: near } }
  const { body: shown } = await senior.call(getAdjudication, at)
  expect(JSON.stringify(shown)).not.toMatch(/lee|zimmer/)
  expect(shown.differing).toEqual(['dr_grade'])
  const stale = { ...at, body: { revision: shown.revision - 1, grades: { dr_grade: '2' } } }
  expect((await senior.call(settleImage, stale)).body).toMatchObject({ code: 'stale_revision' })
  const wrong = { ...at, body: { revision: shown.revision, grades: { dr_grade: '9' } } }
  expect((await senior.call(settleImage, wrong)).status).toBe(400)
  const decision = { revision: shown.revision, grades: { dr_grade: '2' }, note: 'One dot' }
  const settled = await senior.call(settleImage, { ...at, body: decision })
  expect(settled.body).toEqual({ next_image_id: null })
  const { body: after } = await senior.call(getAdjudication, at)
  expect(after).toMatchObject({
    state: 'settled',
    note: 'One dot',
    finals: { dr_grade: '2' },
    history: [{ key: 'dr_grade', value: '2', basis: 'reader', by: 'senior', version: 1 }],
  })
  const { bytes: csv } = await kim.call(exportGrades, { params: inside })
  const ends = csv
    .toString()
    .split('\r\n')
    .filter((line) => line.includes('"final"'))
  expect(ends).toHaveLength(2)
  expect(ends.join(' ')).toMatch(/"settled".*"dr_grade","1","","2","true",.*"senior","final"/)
  const { bytes: bundle } = await kim.call(exportGradesAsFhir, { params: inside })
  const history = JSON.parse(bundle.toString()) as { entry: { resource: object }[] }
  expect(validateResource(definitions, history)).toEqual([])
  expect(history.entry.at(-1)?.resource).toMatchObject({
    status: 'final',
    performer: [{ display: 'senior' }],
  })
  const work = (await senior.call(listAdjudications)).body
  expect(work).toMatchObject([{ name: 'Trial', images: { settled: 1, differs: 0 } }])
})

test('a case that is handed back takes back what was final', async () => {
  const started = await adjudicatedTrial(1)
  const { kim, lee, zimmer, inside, ids } = started
  const [image = 0] = ids
  await read(started, lee, image, '1')
  await read(started, zimmer, image, '1')
  const { body } = await kim.call(listAssignedCases, { params: inside })
  const [first] = body.cases
  const handBack = { params: { ...inside, case: first?.id ?? 0 }, body: { note: 'Look again' } }
  expect((await kim.call(handBackCase, handBack)).status).toBe(200)
  const at = { params: { ...inside, image } }
  const { body: open } = await kim.call(getAdjudication, at)
  expect(open).toMatchObject({ state: 'reading', finals: {} })
  expect(open.history.map(({ basis, value }) => [basis, value])).toEqual([
    ['withdrawn', null],
    ['unanimous', '1'],
  ])
})

test('agreement counts pairs, all readers, the final grades and second readings', async () => {
  const started = await trial(4)
  const { kim, lee, params, assign, readyWork } = started
  const assignment = await assign({ readers: ['lee'], blinded: true, regrade_share: 0.5, seed: 3 })
  const inside = { ...params, assignment: assignment.id }
  await readyWork(lee)
  const { body: list } = await kim.call(listAssignedCases, { params: inside })
  expect(list.cases).toHaveLength(6)
  const again = list.cases.filter(({ round }) => round === 2)
  expect(again).toHaveLength(2)
  for (const { image_id: id, position } of again) {
    const before = list.cases.find(({ image_id: first, round }) => first === id && round === 1)
    expect(before?.position).toBeLessThan(position)
  }
  for (const each of list.cases)
    await read(started, lee, each.read_image_id ?? 0, each.round === 1 ? '1' : '2')
  const { body } = await kim.call(getAssignmentAgreement, { params: inside })
  const grade = body.fields.find(({ key }) => key === 'dr_grade')
  expect(grade?.regrades).toMatchObject([{ reader: 'lee', subjects: 2, same: 0 }])
  expect(grade?.finals).toMatchObject([{ reader: 'lee', subjects: 4, same: 4 }])
})

function rectangle(x: number, width: number): number[][] {
  return [[x, 10, x + width, 10, x + width, 30, x, 30]]
}

test('outlines of readers are compared and exported with their readers and what is final', async () => {
  const started = await adjudicatedTrial(1, { outlines: true, fields: [] })
  const { kim, lee, zimmer, senior, inside, ids, dataset } = started
  const [image = 0] = ids
  const [category = 0] = dataset.categoryIds
  for (const [reader, width] of [
    [lee, 20],
    [zimmer, 10],
  ] as const) {
    const body = { image_id: image, category_id: category, segmentation: rectangle(10, width) }
    expect((await reader.call(createAnnotation, { body })).status).toBe(201)
    const { body: at } = await reader.call(getWorkCase, { params: { id: image } })
    expect((await reader.call(submitCase, { params: { id: at?.id ?? 0 } })).status).toBe(200)
  }
  const at = { params: { ...inside, image } }
  const { body: shown } = await senior.call(getAdjudication, at)
  expect(shown).toMatchObject({ state: 'differs', outlines_differ: true, differing: [] })
  expect(shown.outline_pairs[0]?.dice).toBeCloseTo(2 / 3, 5)
  const settle = (outlines: string) =>
    senior.call(settleImage, { ...at, body: { revision: shown.revision, grades: {}, outlines } })
  expect((await settle('own')).body).toMatchObject({ key: 'assignments.nothingDrawn' })
  const wide = shown.readers.find(({ outlines: [one] }) => JSON.stringify(one).includes('30,30'))
  expect((await settle(wide?.letter ?? '')).status).toBe(200)
  const { bytes: file } = await kim.call(exportOutlines, { params: inside })
  const coco = JSON.parse(file.toString()) as { annotations: { area: number; metadata: object }[] }
  expect(coco.annotations.map(({ area, metadata }) => [area, metadata])).toEqual([
    [400, { reader: 'lee', round: 1, final: true }],
    [200, { reader: 'zimmer', round: 1, final: false }],
  ])
  const { body } = await kim.call(getAssignmentAgreement, { params: inside })
  expect(body.outlines).toMatchObject([{ readers: ['lee', 'zimmer'], images: 1 }])
})

test('lines and keypoints of readers are shown, compared and exported like areas', async () => {
  const started = await adjudicatedTrial(3, { outlines: true, fields: [] })
  const { kim, lee, zimmer, senior, inside, ids, dataset } = started
  const [near = 0, far = 0, alone = 0] = ids
  const [vessel = 0] = dataset.categoryIds
  const adding = { params: { id: dataset.id }, body: { add_categories: ['fovea'] } }
  const { body: configured } = await kim.call(updateDataset, adding)
  const fovea = configured.categories.find((id) => !dataset.categoryIds.includes(id)) ?? 0
  const draw = async (reader: Account, image_id: number, shape: object) => {
    const body = { image_id, category_id: vessel, segmentation: [], ...shape }
    const { status, body: answer } = await reader.call(createAnnotation, { body })
    expect([status, answer.message]).toEqual([201, undefined])
  }
  const line = [5, 10, 40, 10]
  await draw(lee, near, { lines: [line] })
  await draw(zimmer, near, { lines: [[5, 11, 40, 11]] })
  await draw(lee, far, { lines: [line] })
  await draw(zimmer, far, { lines: [[5, 40, 40, 40]] })
  await draw(lee, alone, { category_id: fovea, keypoints: [20, 20, 2] })
  for (const image of ids)
    for (const reader of [lee, zimmer]) {
      const { body: at } = await reader.call(getWorkCase, { params: { id: image } })
      expect((await reader.call(submitCase, { params: { id: at?.id ?? 0 } })).status).toBe(200)
    }
  const shownOf = async (image: number) =>
    (await senior.call(getAdjudication, { params: { ...inside, image } })).body
  expect(await shownOf(near)).toMatchObject({
    state: 'agreed',
    outline_pairs: [{ dice: 1, mean_distance: 1 }],
  })
  const differing = await shownOf(far)
  expect(differing).toMatchObject({ state: 'differs', outline_pairs: [{ dice: 0 }] })
  const drawn = differing.readers.flatMap(({ outlines }) => outlines)
  expect(drawn).toContainEqual(expect.objectContaining({ segmentation: [], lines: [line] }))
  const marked = await shownOf(alone)
  expect(marked).toMatchObject({ state: 'differs', outline_pairs: [{ dice: 0 }] })
  const points = marked.readers.flatMap(({ outlines }) => outlines)
  expect(points).toMatchObject([{ category: 'fovea', keypoints: [20, 20, 2] }])
  const settle = () =>
    senior.call(settleImage, {
      params: { ...inside, image: far },
      body: { revision: differing.revision, grades: {}, outlines: 'own' },
    })
  expect((await settle()).body).toMatchObject({ key: 'assignments.nothingDrawn' })
  await draw(senior, far, { lines: [line] })
  expect((await settle()).status).toBe(200)
  const { bytes: file } = await kim.call(exportOutlines, { params: inside })
  const { annotations, categories: written } = JSON.parse(file.toString()) as CocoDocument
  expect(annotations.filter(({ lines }) => lines !== undefined)).toHaveLength(5)
  expect(annotations.find(({ image_id: image }) => image === far)).toMatchObject({
    lines: [line],
    segmentation: { size: expect.anything() },
    area: 0,
    metadata: { reader: 'lee', final: false },
  })
  expect(annotations.find(({ image_id: image }) => image === alone)).toMatchObject({
    keypoints: [20, 20, 2],
    num_keypoints: 1,
  })
  expect(written.find(({ name }) => name === 'fovea')).toMatchObject({ keypoints: ['fovea'] })
})

test('readers of a training set are scored by the final grades of another assignment', async () => {
  const started = await adjudicatedTrial(2)
  const { lee, zimmer, given, kim, params, assign, ids, workOf } = started
  for (const id of ids) {
    await read(started, lee, id, '1')
    await read(started, zimmer, id, '1')
  }
  const pupil = await given.user('pupil')
  const users = ['lee', 'zimmer', 'senior', 'pupil']
  await kim.call(shareDataset, { params, body: { users } })
  const key = started.inside.assignment
  await assign({ readers: ['pupil'], answer_key: key, pass_share: 0.5 })
  const [work] = await workOf(pupil)
  const score = () => pupil.call(getScore, { params: { id: work?.id ?? 0 } })
  const [first = 0, second = 0] = ids
  await read(started, pupil, first, '1')
  expect((await score()).body).toMatchObject({ key: 'assignments.notAllSubmitted' })
  await read(started, pupil, second, '3')
  const { body: at } = await pupil.call(getWorkCase, { params: { id: second } })
  expect(at?.answers).toEqual({ dr_grade: '1' })
  expect((await score()).body).toMatchObject({ answers: 2, right: 1, passed: true })
  expect((await lee.call(getScore, { params: { id: work?.id ?? 0 } })).status).toBe(404)
})
