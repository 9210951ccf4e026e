import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { createAnnotation, deleteAnnotation, getAnnotatorData } from '#contract/annotations'
import {
  closeAssignment,
  createAssignment,
  exportGrades,
  getAssignment,
  getWorkCase,
  handBackCase,
  listAssignedCases,
  listAssignments,
  pauseCase,
  referCase,
  submitCase,
} from '#contract/assignments'
import { shareDataset } from '#contract/datasets'
import { deleteForGood, rollBack } from '#contract/undo'
import { deleteImage } from '#contract/images'
import { erasePatient } from '#contract/patients'
import { nameClinicians } from '#contract/datasets'
import { reviewAnalysis } from '#contract/reviews'

import type { Account } from '../../testing/given.ts'
import { fileOf, on, report } from '../imports/testing/importing.ts'
import { trial } from './testing/trial.ts'

async function unblinded(images = 3) {
  const started = await trial(images)
  const { kim, params } = started
  const body = { users: ['lee', 'zimmer'] }
  expect((await kim.call(shareDataset, { params, body })).status).toBe(200)
  return started
}

async function caseAt(reader: Account, imageId: number | null) {
  const { body } = await reader.call(getWorkCase, { params: { id: imageId ?? 0 } })
  if (body === null) throw new Error('The image is not assigned.')
  return body
}

test('a reader works through the images in the order of the list, and pauses and refers some', async () => {
  const { kim, lee, params, ids, assign, workOf, answer } = await unblinded()
  const assignment = await assign({ due_on: '2026-12-24', instructions: 'By the protocol.' })
  expect(assignment).toMatchObject({ ready: true, images: 3, cases: { open: 3, submitted: 0 } })
  const [work] = await workOf(lee)
  expect(work).toMatchObject({
    name: 'Trial',
    instructions: 'By the protocol.',
    due_on: '2026-12-24',
    next_image_id: ids[0],
  })
  const [first = 0, second = 0, third = 0] = ids
  const atFirst = await caseAt(lee, first)
  expect(atFirst.next_image).toMatchObject({ id: second })
  const paused = await lee.call(pauseCase, { params: { id: atFirst.id } })
  expect(paused.body.next_image_id).toBe(second)
  const referral = { params: { id: (await caseAt(lee, second)).id }, body: { note: 'Unsure' } }
  expect((await lee.call(referCase, referral)).body.next_image_id).toBe(third)
  await answer(lee, third, { dr_grade: '2' })
  const { id } = await caseAt(lee, third)
  expect((await lee.call(submitCase, { params: { id } })).body.next_image_id).toBe(first)
  // A repeated submission, as after a lost answer, has no further effect.
  expect((await lee.call(submitCase, { params: { id } })).status).toBe(200)
  const inside = { ...params, assignment: assignment.id }
  const { body } = await kim.call(getAssignment, { params: inside })
  expect(body.readers).toMatchObject([
    { username: 'lee', cases: { open: 0, paused: 1, referred: 1, submitted: 1 } },
  ])
  const query = { state: 'referred' as const }
  const referred = await kim.call(listAssignedCases, { params: inside, query })
  expect(referred.body.cases).toMatchObject([{ reader: 'lee', image_id: second, note: 'Unsure' }])
})

test('a submitted case is locked for its reader in every way until the owner hands it back', async () => {
  const { kim, lee, zimmer, dataset, params, ids, assign, answer } = await unblinded(1)
  const [image = 0] = ids
  const [category = 0] = dataset.categoryIds
  const assignment = await assign({ outlines: true })
  const drawn = await lee.call(createAnnotation, {
    body: { image_id: image, category_id: category },
  })
  const gone = await lee.call(createAnnotation, {
    body: { image_id: image, category_id: category },
  })
  await lee.call(deleteAnnotation, { params: { id: gone.body.id } })
  const { id } = await caseAt(lee, image)
  const early = await lee.call(submitCase, { params: { id } })
  expect([early.status, early.body]).toMatchObject([400, { key: 'assignments.unanswered' }])
  await answer(lee, image, { dr_grade: '1' })
  expect((await lee.call(submitCase, { params: { id } })).status).toBe(200)
  const attempts = () => [
    answer(lee, image, { remark: 'late' }),
    lee.call(createAnnotation, { body: { image_id: image, category_id: category } }),
    lee.call(deleteAnnotation, { params: { id: drawn.body.id } }),
    lee.call(rollBack, { query: { id: gone.body.id, instance: 'annotation' } }),
  ]
  for (const attempt of attempts())
    expect(await attempt).toMatchObject({ status: 409, body: { key: 'assignments.locked' } })
  const entry = { id: 1, file_name: 'Hidden_Person_1.png', width: 80, height: 60 }
  const lesion = { id: 5, name: 'lesion' }
  const file = fileOf({ images: [entry], categories: [lesion], annotations: [on(1)] })
  expect(await report(lee, dataset, file)).toMatchObject({ images: { matched: 1, left_out: 1 } })
  const opened = await lee.call(getAnnotatorData, { params: { id: image } })
  expect(opened.body.image.locked).toBe('locked')
  expect(opened.body.dataset.rights).not.toContain('annotate')
  // It is another reader's image too.
  expect((await answer(zimmer, image, { remark: 'mine' })).status).toBe(200)
  const inside = { ...params, assignment: assignment.id, case: id }
  const handBack = () => kim.call(handBackCase, { params: inside, body: { note: 'Look again' } })
  expect((await handBack()).status).toBe(200)
  expect(await handBack()).toMatchObject({ status: 409 })
  expect(await caseAt(lee, image)).toMatchObject({ state: 'open', note: 'Look again' })
  expect((await answer(lee, image, { remark: 'second look' })).status).toBe(200)
})

test('a reader confirms the result of each image before submitting, and only clinicians are asked to', async () => {
  const { kim, lee, db, params, ids, assign } = await unblinded(1)
  const [image = 0] = ids
  const asked = { fields: [], confirmation: true }
  const refusalOf = async (change: object) => {
    const body = { name: 'Confirmation', readers: ['lee'], ...asked, ...change }
    const refused = await kim.call(createAssignment, { params, body })
    return [refused.status, 'key' in refused.body && refused.body.key]
  }
  const fieldsOf = async (change: object) => {
    const body = { name: 'Confirmation', readers: ['lee'], ...asked, ...change }
    const { body: refused } = await kim.call(createAssignment, { params, body })
    return 'fields' in refused && Object.keys(refused.fields)
  }
  expect(await refusalOf({})).toEqual([400, 'assignments.mayNotConfirm'])
  await kim.call(nameClinicians, { params, body: { users: ['lee', 'zimmer'] } })
  expect(await fieldsOf({ blinded: true })).toEqual(['confirmation'])
  expect(await fieldsOf({ readers: ['lee', 'zimmer'] })).toEqual(['readers_per_image'])
  const assignment = await assign(asked)
  expect(assignment).toMatchObject({ confirmation: true, fields: [] })
  const { id, confirmation } = await caseAt(lee, image)
  expect(confirmation).toBe('asked')
  const submit = () => lee.call(submitCase, { params: { id } })
  expect(await submit()).toMatchObject({ status: 409, body: { key: 'assignments.confirmFirst' } })
  // Another clinician's review is not the reader's.
  const review = async (of: Account) => {
    const analysis = await db
      .selectFrom('analysis')
      .select(sql<number>`naming_result(id)`.as('id'))
      .where('image_id', '=', image)
      .where('replaced_at', 'is', null)
      .executeTakeFirstOrThrow()
    const body = { analysis_id: analysis.id, decision: 'rejected' } as const
    expect((await of.call(reviewAnalysis, { query: { original_id: image }, body })).status).toBe(
      201,
    )
  }
  await review(kim)
  expect((await submit()).status).toBe(409)
  await review(lee)
  expect(await caseAt(lee, image)).toMatchObject({ confirmation: 'given' })
  expect((await submit()).status).toBe(200)
})

test('images are drawn and dealt by a seed, and readers must be fit for the assignment', async () => {
  const { kim, params, assign, ids } = await unblinded(6)
  const change = { sample: { size: 4 }, readers: ['lee', 'zimmer'], readers_per_image: 1, seed: 9 }
  const first = await assign(change)
  const again = await assign(change)
  const casesOf = async (assignment: number) => {
    const { body } = await kim.call(listAssignedCases, { params: { ...params, assignment } })
    return body.cases.map(({ reader, image_id: image }) => `${reader} ${ids.indexOf(image)}`)
  }
  expect(await casesOf(again.id)).toEqual(await casesOf(first.id))
  expect(await casesOf(first.id)).toHaveLength(4)
  expect((await kim.call(listAssignments, { params })).body).toMatchObject([
    { id: again.id, images: 4, seed: 9, plan: { sample: { size: 4 }, readers_per_image: 1 } },
    { id: first.id },
  ])
  const refusalOf = async (other: object) => {
    const body = { name: 'Trial', readers: ['lee'], fields: ['dr_grade'], ...other }
    const { status, body: refusal } = await kim.call(createAssignment, { params, body })
    return [status, 'key' in refusal && refusal.key]
  }
  expect(await refusalOf({ readers: ['nobody'] })).toEqual([400, 'assignments.unknownReaders'])
  expect(await refusalOf({ blinded: true })).toEqual([400, 'assignments.seesDataset'])
  expect(await refusalOf({ blinded: true, readers: ['kim'] })).toEqual([
    400,
    'assignments.seesDataset',
  ])
  expect(await refusalOf({ fields: ['unknown'] })).toEqual([400, 'assignments.unknownFields'])
  expect(await refusalOf({ readers_per_image: 2 })).toEqual([400, 'assignments.tooFewReaders'])
  expect(await refusalOf({ images: [999_999] })).toEqual([400, 'assignments.noImages'])
  expect((await refusalOf({ fields: [] }))[0]).toBe(400)
})

test('the grades are exported with every change, and nothing is submitted once it is closed', async () => {
  const { kim, lee, params, assign, answer, readyWork } = await trial(2)
  const assignment = await assign({ blinded: true, seed: 4 })
  const inside = { ...params, assignment: assignment.id }
  const { next_image_id: image } = await readyWork(lee)
  await answer(lee, image, { dr_grade: '1', remark: '=1+1' })
  await answer(lee, image, { remark: null })
  const { id } = await caseAt(lee, image)
  expect((await lee.call(submitCase, { params: { id } })).status).toBe(200)
  const { bytes } = await kim.call(exportGrades, { params: inside })
  const [, ...lines] = bytes.toString().trim().split('\r\n')
  const cells = lines.map((line) => line.slice(1, -1).split('","'))
  expect(cells.map((each) => [each[3], each[5], each[7], each[8], each[10], each[13]])).toEqual(
    expect.arrayContaining([
      ['lee', 'submitted', 'dr_grade', '1', '1', 'lee'],
      ['lee', 'open', '', '', '', ''],
    ]),
  )
  expect(lines.every((line) => line.includes('Hidden_Person_'))).toBe(true)
  expect((await kim.call(closeAssignment, { params: inside })).status).toBe(200)
  const other = (await caseAt(lee, image)).work
  expect(other).toMatchObject({ closed: true, next_image_id: null })
  expect(await answer(lee, image, { remark: 'late' })).toMatchObject({ status: 409 })
})

test('a deleted photograph does not count in the progress of its readers, and comes back with it', async () => {
  const { kim, lee, ids, assign, workOf } = await unblinded()
  await assign()
  const [first = 0, second = 0] = ids
  const progress = async () =>
    (await workOf(lee)).map(({ cases, next_image_id: next }) => [cases.open, next])
  expect(await progress()).toEqual([[3, first]])
  await kim.call(deleteImage, { params: { id: first } })
  expect(await progress()).toEqual([[2, second]])
  expect((await caseAt(lee, second)).work.cases.open).toBe(2)
  await kim.call(rollBack, { query: { id: first, instance: 'image' } })
  expect(await progress()).toEqual([[3, first]])
  for (const id of ids) await kim.call(deleteImage, { params: { id } })
  expect(await progress()).toEqual([])
})

test('a copy goes with its source, when that is deleted for good or its patient erased', async () => {
  const { kim, given, lee, db, files, ids, assign, readyWork } = await withFiles()
  await assign({ blinded: true })
  await readyWork(lee)
  const copies = async () =>
    db
      .selectFrom('assignment_item')
      .innerJoin('image', 'image.id', 'assignment_item.image_id')
      .innerJoin('dataset', 'dataset.id', 'image.dataset_id')
      .select(['assignment_item.source_image_id', 'dataset.name', 'image.path'])
      .orderBy('source_image_id')
      .execute()
  const before = await copies()
  expect(before.map((copy) => copy.source_image_id)).toEqual(ids)
  const [first = 0] = ids
  await kim.call(deleteImage, { params: { id: first } })
  await kim.call(deleteForGood, { query: { id: first, instance: 'image' } })
  const admin = await given.user('admin', { isAdmin: true })
  const erased = await admin.call(erasePatient, {
    body: { patient_id: 'P-SECRET-2', reason: 'on request' },
  })
  expect(erased.status).toBe(200)
  const after = await copies()
  expect(after).toEqual(before.slice(2))
  const there = await Promise.all(
    before.map(async ({ name, path }) => await files.find(`datasets/${name}/${path}`)),
  )
  expect(there.map((found) => found !== undefined)).toEqual([false, false, true])
})

async function withFiles() {
  const started = await trial(3)
  return { ...started, files: started.parts.files }
}
