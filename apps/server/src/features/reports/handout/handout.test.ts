import { expect, test } from 'vitest'

import { nameClinicians, shareDataset } from '#contract/datasets'
import { getHandout, getHandoutPdf, writeAdvice } from '#contract/handouts'
import { statePatientData } from '#contract/patient-data'
import type { ReportedNumbers } from '#contract/results/kinds'
import { reviewAnalysis } from '#contract/reviews'
import { notGradableNumbers, sampleNumbers } from '#report/testing/sample-report'

import { analysed } from '../../../testing/analysed.ts'
import type { Account } from '../../../testing/given.ts'
import { startApp } from '../../../testing/start-app.ts'

const woman = { ageYears: 64, sex: 'female' } as const
const patience = 60_000

/** Two eyes of a visit, analysed and not confirmed. */
async function withVisit() {
  const started = await startApp()
  const { db, given } = started
  const kim = await given.user('kim')
  const dataset = await given.dataset(kim)
  const eyes = []
  for (const laterality of ['R', 'L'] as const) {
    const { id } = await given.image(kim, dataset)
    const whose = { patient_id: 'P-1', patient_name: 'Hong^Gildong', study_date: '2026-11-20' }
    const told = { ...whose, laterality, laterality_source: 'stated' as const }
    await db.updateTable('image').set(told).where('id', '=', id).execute()
    const numbers = laterality === 'R' ? sampleNumbers(woman) : notGradableNumbers
    eyes.push({ id, analysis: await analysed(db, id, { numbers }) })
  }
  const [right, left] = eyes
  if (right === undefined || left === undefined) throw new Error('There are two eyes.')
  return { ...started, kim, dataset, right, left }
}

interface Eye {
  readonly id: number
  readonly analysis: number
}

function review(of: Account, { id, analysis }: Eye, decision: 'confirmed' | 'rejected') {
  const body = { analysis_id: analysis, decision }
  return of.call(reviewAnalysis, { query: { original_id: id }, body })
}

async function handoutOf(of: Account, { id }: Eye) {
  return (await of.call(getHandout, { params: { id } })).body
}

async function advise(of: Account, eye: Eye, text = 'Come back in a year.') {
  const { eyes, advice } = await handoutOf(of, eye)
  const reviews = eyes.flatMap((each) => each.review?.id ?? [])
  return of.call(writeAdvice, {
    params: { id: eye.id },
    body: { text, reviews, previous: advice[0]?.id ?? null },
  })
}

test(
  'the page for the patient needs a confirmation and the next steps, in this order',
  async () => {
    const { kim, right, db } = await withVisit()
    const params = { id: right.id }
    const pdf = async () => (await kim.call(getHandoutPdf, { params })).status
    expect(await handoutOf(kim, right)).toMatchObject({
      blocked: 'not-confirmed',
      eyes: [],
      clinicians: ['kim'],
    })
    const body = { text: 'Come back.', reviews: [1], previous: null }
    expect((await kim.call(writeAdvice, { params, body })).body).toMatchObject({
      key: 'handouts.notConfirmed',
    })
    expect(await pdf()).toBe(409)
    await review(kim, right, 'confirmed')
    expect((await handoutOf(kim, right)).blocked).toBe('advice-missing')
    expect(await pdf()).toBe(409)
    expect((await advise(kim, right)).status).toBe(201)
    expect(await handoutOf(kim, right)).toMatchObject({
      blocked: null,
      eyes: [{ image: { id: right.id } }],
      advice: [{ text: 'Come back in a year.', by: { username: 'kim' } }],
    })
    expect(await pdf()).toBe(200)
    const trail = await db
      .selectFrom('audit_event')
      .select('outcome')
      .where('action', '=', 'writeAdvice')
      .execute()
    expect(trail).toContainEqual({ outcome: 201 })
  },
  patience,
)

test('a later confirmation, a rejection or another patient makes the page out of date', async () => {
  const { kim, right, left, db } = await withVisit()
  await review(kim, right, 'confirmed')
  await advise(kim, right)
  await review(kim, left, 'confirmed')
  const both = await handoutOf(kim, left)
  expect(both.blocked).toBe('advice-out-of-date')
  expect(both.eyes.map(({ eye }) => eye)).toEqual(['right', 'left'])
  await advise(kim, left, 'Come back in a month.')
  expect((await handoutOf(kim, right)).blocked).toBeNull()
  expect((await handoutOf(kim, right)).advice.map(({ text }) => text)).toEqual([
    'Come back in a month.',
    'Come back in a year.',
  ])
  for (const { id } of [right, left])
    await db.updateTable('image').set({ patient_id: 'P-2' }).where('id', '=', id).execute()
  expect((await handoutOf(kim, right)).blocked).toBe('advice-out-of-date')
  await review(kim, right, 'rejected')
  expect(await handoutOf(kim, right)).toMatchObject({ blocked: 'rejected', eyes: [] })
})

test('only clinicians write next steps, and nobody overwrites unseen ones', async () => {
  const { kim, right, dataset, given } = await withVisit()
  const lee = await given.user('lee')
  const params = { id: dataset.id }
  await kim.call(shareDataset, { params, body: { users: ['lee'] } })
  await review(kim, right, 'confirmed')
  const refused = await advise(lee, right)
  expect([refused.status, refused.body]).toMatchObject([
    403,
    { code: 'missing_right', key: 'rights.review' },
  ])
  await kim.call(nameClinicians, { params, body: { users: ['lee'] } })
  const { eyes } = await handoutOf(lee, right)
  const reviews = eyes.flatMap((each) => each.review?.id ?? [])
  expect((await advise(kim, right)).status).toBe(201)
  const late = await lee.call(writeAdvice, {
    params: { id: right.id },
    body: { text: 'Other steps.', reviews, previous: null },
  })
  expect([late.status, late.body]).toMatchObject([409, { key: 'handouts.changed' }])
})

/** Disc and fovea as in a left eye. */
const likeALeftEye: ReportedNumbers = {
  ...sampleNumbers(woman),
  optic_disc: {
    disc: { centre: { x: 400, y: 300 }, diameterPx: 100, outline: [], doubts: [] },
    fovea: { centre: { x: 650, y: 300 }, probability: 0.9 },
    laterality: 'right',
  },
}

test('a photograph that appears to show the other eye needs a person who states its eye', async () => {
  const { kim, right, db } = await withVisit()
  const analysis = await analysed(db, right.id, { numbers: likeALeftEye })
  await review(kim, { ...right, analysis }, 'confirmed')
  expect(await handoutOf(kim, right)).toMatchObject({
    blocked: 'eye-in-doubt',
    eye_in_doubt: { image: { id: right.id }, said: 'right', seen: 'left' },
    eyes: [],
  })
  const params = { id: right.id }
  const body = { text: 'Come back.', reviews: [1], previous: null }
  expect((await kim.call(writeAdvice, { params, body })).status).toBe(409)
  // The file says so already; the person confirms it.
  const stated = await kim.call(statePatientData, { params, body: { eye: 'R' } })
  expect(stated.body.fields.find(({ field }) => field === 'eye')).toMatchObject({
    value: 'R',
    filed: 'R',
    stated: { by: 'kim' },
  })
  expect(await handoutOf(kim, right)).toMatchObject({
    eye_in_doubt: null,
    eyes: [{ eye: 'right' }],
  })
  expect((await advise(kim, right)).status).toBe(201)
  expect((await handoutOf(kim, right)).blocked).toBeNull()
  await kim.call(statePatientData, { params, body: { eye: null } })
  expect((await handoutOf(kim, right)).blocked).toBe('eye-in-doubt')
})

test('an eye in doubt is left out of the page of the other eye', async () => {
  const { kim, right, left, db } = await withVisit()
  const analysis = await analysed(db, right.id, { numbers: likeALeftEye })
  await review(kim, { ...right, analysis }, 'confirmed')
  await review(kim, left, 'confirmed')
  const eyes = async () => (await handoutOf(kim, left)).eyes.map(({ eye }) => eye)
  expect(await eyes()).toEqual(['left'])
  await kim.call(statePatientData, { params: { id: right.id }, body: { eye: 'R' } })
  expect(await eyes()).toEqual(['right', 'left'])
})
