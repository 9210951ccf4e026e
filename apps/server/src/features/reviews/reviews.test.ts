import { expect, test } from 'vitest'

import { requestAnalysis } from '#contract/analysis'
import { listMembers, nameClinicians, shareDataset } from '#contract/datasets'
import { listReviews, reviewAnalysis } from '#contract/reviews'

import { analysed } from '../../testing/analysed.ts'
import type { Account } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'
import { findReview } from './queries.ts'

async function withAnalysis() {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim)
  const image = await started.given.image(kim, dataset)
  const analysis = await analysed(started.db, image.id)
  return { ...started, kim, image, analysis }
}

function say(of: Account, imageId: number, body: { analysis_id: number; note?: string }) {
  const query = { original_id: imageId }
  return of.call(reviewAnalysis, { query, body: { decision: 'confirmed', ...body } })
}

test('a clinician confirms an analysis with name, time and note, which the trail records', async () => {
  const { kim, image, analysis, db } = await withAnalysis()
  await db.updateTable('app_user').set({ name: '김의사' }).where('id', '=', kim.id).execute()
  const answer = await say(kim, image.id, { analysis_id: analysis, note: ' agreed ' })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    analysis_id: analysis,
    decision: 'confirmed',
    note: 'agreed',
    by: { username: 'kim', name: '김의사' },
    at: expect.stringMatching(/^\d{4}-/),
  })
  const trail = await db
    .selectFrom('audit_event')
    .selectAll()
    .where('action', '=', 'reviewAnalysis')
    .execute()
  expect(trail).toMatchObject([
    { username: 'kim', outcome: 201, detail: { analysis_id: analysis, decision: 'confirmed' } },
  ])
})

test('the latest review counts, all of them are kept, and a repeated one is kept once', async () => {
  const { kim, image, analysis, db, given } = await withAnalysis()
  const query = { original_id: image.id }
  await say(kim, image.id, { analysis_id: analysis })
  await say(kim, image.id, { analysis_id: analysis })
  const body = { analysis_id: analysis, decision: 'rejected', note: 'wrong vessels' } as const
  const admin = await given.user('lee', { isAdmin: true })
  const params = { id: image.dataset_id }
  await kim.call(nameClinicians, { params, body: { users: ['lee'] } })
  await admin.call(reviewAnalysis, { query, body })
  expect(await findReview(db, image.id)).toMatchObject({ decision: 'rejected' })
  const { body: reviews } = await kim.call(listReviews, { query })
  expect(reviews).toMatchObject([
    { decision: 'rejected', by: { username: 'lee', name: 'lee' } },
    { decision: 'confirmed', by: { username: 'kim' } },
  ])
})

test('another analysis is not reviewed yet; reviews of the previous one are kept', async () => {
  const { kim, image, analysis, db } = await withAnalysis()
  await say(kim, image.id, { analysis_id: analysis })
  const next = await analysed(db, image.id)
  expect(await findReview(db, image.id)).toBeUndefined()
  const late = await say(kim, image.id, { analysis_id: analysis })
  expect([late.status, late.body]).toMatchObject([409, { key: 'reviews.analysedAnew' }])
  await say(kim, image.id, { analysis_id: next })
  const { body } = await kim.call(listReviews, { query: { original_id: image.id } })
  expect(body.map((review) => review.analysis_id)).toEqual([next, analysis])
})

test('an image that is not analysed, in analysis or out of date cannot be reviewed', async () => {
  const { kim, image, db, given } = await withAnalysis()
  const other = await given.image(kim, { id: image.dataset_id })
  const none = await say(kim, other.id, { analysis_id: 1 })
  expect([none.status, none.body]).toMatchObject([409, { key: 'reviews.notAnalysed' }])

  const stale = await analysed(db, image.id, { madeFrom: { software: 'an earlier one' } })
  const old = await say(kim, image.id, { analysis_id: stale })
  expect([old.status, old.body]).toMatchObject([409, { key: 'reviews.outOfDate' }])

  await kim.call(requestAnalysis, { query: { original_id: image.id } })
  const early = await say(kim, image.id, { analysis_id: stale })
  expect([early.status, early.body]).toMatchObject([409, { key: 'reviews.underWay' }])
})

test('a review needs a name: with sign-in switched off there is none', async () => {
  const { visitor, image, analysis } = await withoutSignIn()
  const query = { original_id: image.id }
  const body = { analysis_id: analysis, decision: 'confirmed' } as const
  const answer = await visitor.call(reviewAnalysis, { query, body })
  expect([answer.status, answer.body]).toMatchObject([403, { key: 'reviews.nobody' }])
})

async function withoutSignIn() {
  const started = await startApp({ loginEnabled: false })
  const { visitor, given, db } = started
  const image = await given.image(visitor, await given.dataset(visitor))
  return { ...started, image, analysis: await analysed(db, image.id) }
}

test('only the owner and the clinicians named by the owner confirm', async () => {
  const { kim, image, analysis, given } = await withAnalysis()
  const [lee, park] = [await given.user('lee'), await given.user('park')]
  const params = { id: image.dataset_id }
  await kim.call(shareDataset, { params, body: { users: ['lee', 'park'] } })
  const refused = await say(lee, image.id, { analysis_id: analysis })
  expect([refused.status, refused.body]).toMatchObject([
    403,
    { code: 'missing_right', key: 'rights.review' },
  ])
  expect((await lee.call(nameClinicians, { params, body: { users: ['lee'] } })).status).toBe(403)
  await kim.call(nameClinicians, { params, body: { users: ['lee'] } })
  expect((await say(lee, image.id, { analysis_id: analysis })).status).toBe(201)
  expect((await say(park, image.id, { analysis_id: analysis })).status).toBe(403)
  const { body: members } = await park.call(listMembers, { params })
  expect(members.map((each) => [each.username, each.is_clinician])).toEqual([
    ['kim', true],
    ['lee', true],
    ['park', false],
  ])
  await kim.call(shareDataset, { params, body: { users: ['park'] } })
  await kim.call(shareDataset, { params, body: { users: ['park', 'lee'] } })
  expect((await say(lee, image.id, { analysis_id: analysis, note: 'again' })).status).toBe(403)
})
