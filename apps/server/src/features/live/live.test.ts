import { isDeepStrictEqual } from 'node:util'

import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { z } from 'zod'

import { getAnalysisOfAll, requestAnalysis, requestAnalysisOfAllAgain } from '#contract/analysis'
import { saveAnnotatorData } from '#contract/annotations'
import { logout } from '#contract/account'
import { deleteCategory, updateCategory } from '#contract/categories'
import { deleteDataset, getDatasetData, shareDataset } from '#contract/datasets'
import { deleteImage } from '#contract/images'
import type { LiveEvent } from '#contract/live'
import { rollBack } from '#contract/undo'
import { createUserGroup, updateUserGroup } from '#contract/user-groups'
import { deleteUser, setSubscription, updateUser } from '#contract/users'

import type { Account } from '../../testing/given.ts'
import { withImages } from '../../testing/images-to-analyse.ts'
import { listen, shared } from './testing/listen.ts'

test("a member is notified of an image's current labels and measurements", async () => {
  const { started, kim, lee, dataset, image } = await shared()
  const { heard } = await listen(started, lee)
  const [label = 0] = dataset.categoryIds
  const save = (change: Omit<z.input<(typeof saveAnnotatorData)['body']>['image'], 'id'>) =>
    kim.call(saveAnnotatorData, { body: { image: { id: image.id, ...change } } })
  await save({ added_category_ids: [label] })
  await save({
    removed_category_ids: [label],
    measurements: { ruler: { kind: 'length', points: [0, 0, 3, 4] } },
  })
  await save({ measurements: { ruler: { kind: 'length', points: [0, 0, 6, 8] } } })
  const told = () => heard.filter((event) => event.type === 'image')
  await expect.poll(told).toMatchObject([
    { image_id: image.id, category_ids: [label], measurements: [] },
    { image_id: image.id, category_ids: [], measurements: ['ruler'] },
    { image_id: image.id, category_ids: [], measurements: ['ruler'] },
  ])
  expect(new Set(told().map((event) => event.measurements_digest)).size).toBe(3)
})

test('a member is notified of a category that is renamed, deleted or restored', async () => {
  const { started, kim, lee, dataset } = await shared()
  const { heard } = await listen(started, lee)
  const told = { type: 'dataset', dataset_id: dataset.id, change: 'categories' }
  const [id = 0] = dataset.categoryIds
  const times = () => heard.filter((event) => isDeepStrictEqual(event, told)).length
  await kim.call(updateCategory, { params: { id }, body: { name: 'renamed' } })
  await expect.poll(times).toBe(1)
  await kim.call(deleteCategory, { params: { id } })
  await expect.poll(times).toBe(2)
  await kim.call(rollBack, { query: { id, instance: 'category' } })
  await expect.poll(times).toBe(3)
})

test('a member is notified of an annotation, a stranger is not', async () => {
  const { started, lee, annotate } = await shared()
  const stranger = await started.given.user('stranger')
  const { heard } = await listen(started, lee)
  const { heard: overheard } = await listen(started, stranger)
  const { body } = await annotate()
  await expect
    .poll(() => heard)
    .toContainEqual({
      type: 'annotation',
      change: 'created',
      id: body.id,
      image_id: body.image_id,
      revision: 1,
    })
  expect(overheard).toEqual([])
})

test('a reader who connects again is told what came meanwhile, once and if it may see it', async () => {
  const { started, kim, lee, dataset, annotate } = await shared()
  const first = await listen(started, lee)
  await annotate()
  await expect.poll(() => first.heard.some(({ type }) => type === 'annotation')).toBe(true)
  await first.leave()
  const { body: meanwhile } = await annotate()
  const own = await started.given.dataset(kim)
  await started.given.image(kim, own)
  const second = await listen(started, lee, { lastEventId: first.state.lastId })
  const { body: after } = await annotate()
  const drawn = () => second.heard.flatMap((each) => (each.type === 'annotation' ? each.id : []))
  await expect.poll(drawn).toEqual([meanwhile.id, after.id])
  expect(second.heard.filter(({ type }) => type === 'dataset')).not.toContainEqual(
    expect.objectContaining({ dataset_id: own.id }),
  )
  expect(dataset.id).not.toBe(own.id)
})

test('a reader who has missed too much is told to fetch everything again', async () => {
  const { started, lee } = await shared()
  const { heard, state } = await listen(started, lee, { lastEventId: 'of-another-process.7' })
  await expect.poll(() => heard).toEqual([{ type: 'reload' }])
  await expect.poll(() => state.lastId).not.toBe('')
})

test('a page is told what came since it began to read, unless that is too long ago or too much', async () => {
  const { started, lee, annotate } = await shared()
  const first = await listen(started, lee)
  const begun = performance.now()
  const drawn = await Promise.all(Array.from({ length: 101 }, annotate))
  const ids = drawn.map(({ body }) => body.id)
  const heardBy = (stream: typeof first) =>
    stream.heard.flatMap((each) => (each.type === 'annotation' ? each.id : []))
  await expect.poll(() => heardBy(first)).toHaveLength(ids.length)
  const fromNow = await listen(started, lee, { recentMs: 0 })
  const since = Math.ceil(performance.now() - begun)
  const tooMuch = await listen(started, lee, { recentMs: since })
  await expect.poll(() => tooMuch.heard).toEqual([{ type: 'reload' }])
  const tooLongAgo = await listen(started, lee, { recentMs: 600_000 })
  await expect.poll(() => tooLongAgo.heard).toEqual([{ type: 'reload' }])

  const soon = performance.now()
  const { body: one } = await annotate()
  await expect.poll(() => heardBy(first)).toContain(one.id)
  const later = await listen(started, lee, { recentMs: Math.ceil(performance.now() - soon) })
  await expect.poll(() => heardBy(later)).toContain(one.id)
  expect(later.heard).not.toContainEqual({ type: 'reload' })
  await expect.poll(() => heardBy(fromNow)).toEqual([one.id])
})

test('who leaves a group hears nothing more of its datasets', async () => {
  const { started, kim, dataset, annotate } = await shared()
  const [admin, choi] = [
    await started.given.user('admin', { isAdmin: true }),
    await started.given.user('choi'),
  ]
  const { body: group } = await admin.call(createUserGroup, {
    body: { name: 'Readers', users: ['choi'] },
  })
  const groups = [{ id: group.id, role: 'viewer' as const }]
  await kim.call(shareDataset, { params: { id: dataset.id }, body: { users: ['lee'], groups } })
  const { heard } = await listen(started, choi)
  const drawn = () => heard.filter(({ type }) => type === 'annotation')
  await annotate()
  await expect.poll(drawn).toHaveLength(1)
  await admin.call(updateUserGroup, { params: { id: group.id }, body: { users: [] } })
  await annotate()
  const left = { type: 'dataset', dataset_id: dataset.id, change: 'members' }
  await expect.poll(() => heard).toContainEqual(left)
  expect(drawn()).toHaveLength(1)
  expect((await choi.call(getDatasetData, { params: { id: dataset.id } })).status).toBe(404)
})

test('a former member is notified of nothing more', async () => {
  const { started, kim, lee, dataset, annotate } = await shared()
  const { heard } = await listen(started, lee)
  await kim.call(shareDataset, { params: { id: dataset.id }, body: { users: [] } })
  await expect.poll(() => heard.length).toBeGreaterThan(0)
  await new Promise((resolve) => setTimeout(resolve, 200))
  const before = heard.length
  await annotate()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(heard.length).toBe(before)
})

test('a new member is notified at once', async () => {
  const { started, kim, dataset } = await shared()
  const newcomer = await started.given.user('newcomer')
  const { heard } = await listen(started, newcomer)
  await kim.call(shareDataset, { params: { id: dataset.id }, body: { users: ['newcomer'] } })
  await expect
    .poll(() => heard)
    .toContainEqual({ type: 'dataset', dataset_id: dataset.id, change: 'members' })
})

test('members are notified that an image and its dataset are deleted and restored, and by whom', async () => {
  const { started, kim, lee, dataset, image } = await shared()
  const { heard } = await listen(started, lee)
  const restore = (id: number, instance: 'image' | 'dataset') =>
    kim.call(rollBack, { query: { id, instance } })
  await kim.call(deleteImage, { params: { id: image.id } })
  await restore(image.id, 'image')
  await kim.call(deleteDataset, { params: { id: dataset.id } })
  await restore(dataset.id, 'dataset')
  const told = { type: 'deletion', dataset_id: dataset.id, by: 'kim' }
  await expect
    .poll(() => heard.filter(({ type }) => type === 'deletion'))
    .toEqual([
      { ...told, image_id: image.id, undone: false },
      { ...told, image_id: image.id, undone: true },
      { ...told, image_id: null, undone: false },
      { ...told, image_id: null, undone: true },
    ])
})

test('a user with a deleted image open is notified when it is restored, even on a newer stream', async () => {
  const { started, kim, lee, image } = await shared()
  await kim.call(deleteImage, { params: { id: image.id } })
  const { heard } = await listen(started, lee, { imageId: image.id })
  await kim.call(rollBack, { query: { id: image.id, instance: 'image' } })
  await expect
    .poll(() => heard)
    .toContainEqual(expect.objectContaining({ type: 'deletion', image_id: image.id, undone: true }))
})

test.each<[string, (lee: Account, admin: Account) => Promise<{ status: number }>]>([
  ['signs out', (lee) => lee.call(logout)],
  ['is deleted', (_, admin) => admin.call(deleteUser, { params: { username: 'lee' } })],
  [
    'expires',
    (_, admin) =>
      admin.call(setSubscription, {
        params: { username: 'lee' },
        body: { newSubDate: '2020-01-01' },
      }),
  ],
  [
    'gets another password',
    (_, admin) =>
      admin.call(updateUser, { params: { username: 'lee' }, body: { password: 'quiet7' } }),
  ],
])('the open stream ends when its user %s', async (_, end) => {
  const { started, lee } = await shared()
  const admin = await started.given.user('admin', { isAdmin: true })
  const stream = await listen(started, lee)
  expect(await end(lee, admin)).toMatchObject({ status: 200 })
  await expect.poll(() => stream.state.ended).toBe(true)
})

test('a page that looks only when an event tells it to shows the end of an analysis', async () => {
  const blank = { create: { width: 300, height: 200, channels: 3, background: '#777' } } as const
  const started = await withImages([await sharp(blank).jpeg().toBuffer()])
  const { kim, id, dataset, ended } = started
  const { heard } = await listen(started, kim)
  const shown = { table: '', annotator: '', progress: 0 }
  const look = async (event: LiveEvent): Promise<void> => {
    if (event.type === 'analysis')
      shown.annotator = (await started.read(event.image_id)).analysisState
    if (event.type !== 'dataset') return
    const params = { id: event.dataset_id }
    shown.table =
      (await kim.call(getDatasetData, { params })).body.images[0]?.analysisState ?? 'none'
    const query = { dataset_id: event.dataset_id }
    shown.progress = (await kim.call(getAnalysisOfAll, { query })).body.analysed
  }
  let looked = 0
  const lookedUp = async () => {
    for (; looked < heard.length; looked += 1) {
      const event = heard[looked]
      if (event !== undefined) await look(event)
    }
    return shown
  }
  const isOver = { table: 'notGradable', annotator: 'notGradable', progress: 1 }
  const single = await kim.call(requestAnalysis, { query: { original_id: id } })
  await expect.poll(lookedUp, { timeout: 60_000 }).toEqual(isOver)
  await ended(single.body.task.id)

  Object.assign(shown, { table: '', annotator: '', progress: 0 })
  await kim.call(requestAnalysisOfAllAgain, { query: { dataset_id: dataset.id } })
  await expect.poll(lookedUp, { timeout: 60_000 }).toEqual(isOver)
})

test('a stream ends if announcements were lost, so that its reader fetches everything again', async () => {
  const { started, lee } = await shared()
  const { state } = await listen(started, lee)
  await started.asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query = 'listen "fovea_live"'`,
  )
  await expect.poll(() => state.ended, { timeout: 10_000 }).toBe(true)
})
