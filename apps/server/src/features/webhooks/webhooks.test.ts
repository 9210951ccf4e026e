import type { ServerResponse } from 'node:http'

import { expect, test, vi } from 'vitest'

import { createAnnotation, saveAnnotatorData } from '#contract/annotations'
import { closeAssignment, createAssignment } from '#contract/assignments'
import { shareDataset } from '#contract/datasets'
import { startExport } from '#contract/exports'
import { deleteImage } from '#contract/images'
import { message as messageOf } from '#contract/messages/message'
import { reviewAnalysis } from '#contract/reviews'
import { rollBack } from '#contract/undo'
import { deleteUser } from '#contract/users'
import {
  allWebhookEvents,
  changeWebhook,
  createWebhook,
  deleteWebhook,
  deliverToWebhookAgain,
  listWebhookDeliveries,
  listWebhooks,
  renewWebhookSecret,
  testWebhook,
  type WebhookEvent,
} from '#contract/webhooks'

import { analysed } from '../../testing/analysed.ts'
import type { Account } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'
import { setPredictionStatus } from '../analysis/queries.ts'
import { pruneDeliveries } from './prune-deliveries.ts'
import { resealWebhooks } from './sealed-secrets.ts'
import { signatureHeaders } from './signature.ts'
import { startReceiver } from './testing/receiver.ts'

const dayMs = 86_400_000
const patience = { timeout: 10_000, interval: 20 }

async function withWebhook({ events = allWebhookEvents }: { events?: WebhookEvent[] } = {}) {
  const receiver = await startReceiver()
  const started = await startApp({ works: true, outboundHosts: [receiver.host] })
  const admin = await started.given.user('admin', { isAdmin: true })
  const kim = await started.given.user('kim')
  const lee = await started.given.user('lee')
  const dataset = await started.given.dataset(kim, { sharedWith: [lee] })
  const params = { id: dataset.id }
  const created = await kim.call(createWebhook, { params, body: { url: receiver.url, events } })
  expect(created.status).toBe(201)
  receiver.secrets.push(created.body.secret)
  const hook = { id: dataset.id, webhook: created.body.id }
  const types = () => receiver.received.map(({ message }) => message.type)
  const deliveries = async () => (await kim.call(listWebhookDeliveries, { params: hook })).body
  const shown = async (by: Account = kim) => (await by.call(listWebhooks, { params })).body[0]
  return { ...started, receiver, admin, kim, lee, dataset, params, hook, types, deliveries, shown }
}

test('signs as the specification’s example does', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const at = new Date(1_614_265_330_000)
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
  const body = '{"test": 2432232314}'
  expect(signatureHeaders({ id, body, at, secrets: [secret] })['webhook-signature']).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})

test('a receiver is told of each kind of event, signed, with ids alone', async () => {
  const { receiver, kim, lee, dataset, params, types, given, db, advance } = await withWebhook()
  const image = await given.image(kim, dataset, { name: 'Kim Chulsoo 1960.png' })
  const analysisId = await analysed(db, image.id)
  const review = { query: { original_id: image.id } }
  await kim.call(reviewAnalysis, {
    ...review,
    body: { analysis_id: analysisId, decision: 'confirmed' },
  })
  await kim.call(reviewAnalysis, {
    ...review,
    body: { analysis_id: analysisId, decision: 'rejected' },
  })
  const category_id = dataset.categoryIds[0] ?? 0
  const segmentation = [[1, 1, 9, 1, 9, 9]]
  const body = { image_id: image.id, category_id, segmentation }
  // Two strokes, a label and a measurement are one event.
  await kim.call(createAnnotation, { body })
  await lee.call(createAnnotation, { body })
  await kim.call(saveAnnotatorData, {
    body: {
      image: {
        id: image.id,
        added_category_ids: [category_id],
        measurements: { ruler: { kind: 'length', points: [0, 0, 3, 4] } },
      },
    },
  })
  await kim.call(startExport, { params, body: {} })
  const assignment = { name: 'Trial', readers: ['lee'], outlines: true }
  const { body: made } = await kim.call(createAssignment, { params, body: assignment })
  await kim.call(closeAssignment, { params: { ...params, assignment: made.id } })
  await vi.waitFor(() => expect(types()).toContain('assignment.closed'), patience)
  await vi.waitFor(() => expect(types()).toContain('export.ready'), patience)
  expect(types()).not.toContain('annotation.changed')
  advance(31)
  await vi.waitFor(() => expect(types()).toContain('annotation.changed'), patience)
  await kim.call(deleteImage, { params: { id: image.id } })
  await vi.waitFor(() => expect(types()).toContain('image.deleted'), patience)
  await kim.call(rollBack, { query: { id: image.id, instance: 'image' } })
  await vi.waitFor(() => expect(types().at(-1)).toBe('image.added'), patience)
  await setPredictionStatus(
    db,
    image.id,
    messageOf('analysis.statusFailed', { why: messageOf('imports.fileGone') }),
  )
  await vi.waitFor(() => expect(types().at(-1)).toBe('analysis.failed'), patience)
  expect(types().toSorted()).toEqual([...allWebhookEvents, 'image.added'].toSorted())
  expect(receiver.received.every(({ signedWith }) => signedWith.length === 1)).toBe(true)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(types().length)
  const [first] = receiver.received
  expect(first?.message.data).toEqual({ dataset_id: dataset.id, image_id: image.id })
  expect(JSON.stringify(receiver.received)).not.toMatch(/Kim|1960/)
})

test('an event of a change that is rolled back is not told, and others are not asked for', async () => {
  const { kim, dataset, types, given, db, hook } = await withWebhook({ events: ['image.added'] })
  const image = await given.image(kim, dataset)
  await kim.call(deleteImage, { params: { id: image.id } })
  const undone = db.transaction().execute(async (trx) => {
    await trx.updateTable('image').set({ deleted_at: null }).execute()
    throw new Error('rolled back')
  })
  await expect(undone).rejects.toThrow('rolled back')
  await kim.call(testWebhook, { params: hook })
  await vi.waitFor(() => expect(types()).toEqual(['image.added', 'webhook.test']), patience)
})

test('a receiver that fails gets the message again under the same id, and later ones after it', async () => {
  const { receiver, kim, dataset, types, given, deliveries, hook } = await withWebhook()
  receiver.state.answer = (_, response) => {
    receiver.state.answer = (__, later) => later.writeHead(200).end()
    response.writeHead(500).end()
  }
  await given.image(kim, dataset)
  await given.image(kim, dataset)
  await vi.waitFor(() => expect(types()).toHaveLength(3), patience)
  const [first, again, second] = receiver.received
  expect(again).toEqual(first)
  expect(second?.id).not.toBe(first?.id)
  await vi.waitFor(
    async () =>
      expect(await deliveries()).toMatchObject([
        { type: 'image.added', state: 'delivered', tries: 1, why: null },
        { type: 'image.added', state: 'delivered', tries: 2, why: null },
      ]),
    patience,
  )
  const [latest] = await deliveries()
  const params = { ...hook, delivery: latest?.id ?? 0 }
  expect((await kim.call(deliverToWebhookAgain, { params })).status).toBe(200)
  await vi.waitFor(() => expect(receiver.received[3]).toEqual(second), patience)
})

test.each([
  ['a redirect, which is not followed,', 302, 'waiting'],
  ['a refusal of the content', 422, 'refused'],
] as const)('%s counts as a failure', async (_, status, state) => {
  const { receiver, kim, hook, deliveries, types } = await withWebhook()
  receiver.state.answer = (__, response) => {
    response.writeHead(status, { location: `${receiver.url}/elsewhere` }).end()
  }
  await kim.call(testWebhook, { params: hook })
  await vi.waitFor(
    async () => expect((await deliveries())[0]).toMatchObject({ state, why: expect.anything() }),
    patience,
  )
  expect(types().every((type) => type === 'webhook.test')).toBe(true)
})

test('a receiver that accepts and never answers is given up, and tried again', async () => {
  const { receiver, kim, hook, deliveries, types } = await withWebhook()
  const held: ServerResponse[] = []
  receiver.state.answer = (_, response) => {
    receiver.state.answer = (__, later) => later.writeHead(204).end()
    held.push(response)
  }
  await kim.call(testWebhook, { params: hook })
  await vi.waitFor(() => expect(types()).toEqual(['webhook.test', 'webhook.test']), patience)
  await vi.waitFor(
    async () => expect(await deliveries()).toMatchObject([{ state: 'delivered', tries: 2 }]),
    patience,
  )
  expect(held[0]?.destroyed).toBe(true)
})

test('messages that are done with are deleted after 30 days, others never', async () => {
  const { kim, dataset, given, hook, deliveries, db, receiver, types } = await withWebhook()
  await kim.call(testWebhook, { params: hook })
  await vi.waitFor(
    async () => expect(await deliveries()).toMatchObject([{ state: 'delivered' }]),
    patience,
  )
  receiver.state.answer = (_, response) => response.writeHead(500).end()
  await given.image(kim, dataset)
  await vi.waitFor(() => expect(types()).toContain('image.added'), patience)
  await pruneDeliveries(db, new Date(Date.now() + 29 * dayMs))
  expect(await deliveries()).toHaveLength(2)
  await pruneDeliveries(db, new Date(Date.now() + 31 * dayMs))
  expect(await deliveries()).toMatchObject([{ type: 'image.added', state: 'waiting' }])
})

test('a receiver that is gone for good switches its webhook off', async () => {
  const { receiver, kim, hook, params, shown, deliveries } = await withWebhook()
  receiver.state.answer = (_, response) => response.writeHead(410).end()
  await kim.call(testWebhook, { params: hook })
  await vi.waitFor(
    async () =>
      expect(await shown()).toMatchObject({
        on: false,
        stopped: { key: 'webhooks.receiverGone' },
      }),
    patience,
  )
  expect((await kim.call(testWebhook, { params: hook })).body.code).toBe('not_possible_now')
  await kim.call(changeWebhook, { params: hook, body: { on: true } })
  expect(await shown()).toMatchObject({ on: true, stopped: null })
  expect(await deliveries()).toMatchObject([{ state: 'cancelled' }])
  expect((await kim.call(listWebhooks, { params })).body).toHaveLength(1)
})

test('a webhook stops with its maker’s right, and another owner takes it over', async () => {
  const { receiver, admin, kim, dataset, hook, shown, given, types } = await withWebhook()
  await admin.call(changeWebhook, { params: hook, body: {} })
  expect(await shown()).toMatchObject({ made_by: 'admin' })
  const other = await given.user('other', { isAdmin: true })
  await other.call(deleteUser, { params: { username: 'admin' } })
  await given.image(kim, dataset)
  await vi.waitFor(
    async () => expect(await shown()).toMatchObject({ stopped: { key: 'webhooks.rightLost' } }),
    patience,
  )
  expect(receiver.received).toEqual([])
  await kim.call(changeWebhook, { params: hook, body: { on: true } })
  await given.image(kim, dataset)
  await vi.waitFor(() => expect(types()).toEqual(['image.added']), patience)
})

test('for a day the former secret signs too, also after the installation’s key has changed', async () => {
  const { receiver, kim, hook, parts } = await withWebhook()
  const [former = ''] = receiver.secrets
  const renewed = await kim.call(renewWebhookSecret, { params: hook })
  receiver.secrets.push(renewed.body.secret)
  expect(await resealWebhooks(parts.db, parts.secrets)).toEqual({ sealed: 1, lost: 0 })
  await kim.call(testWebhook, { params: hook })
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), patience)
  expect(receiver.received[0]?.signedWith).toEqual([former, renewed.body.secret])
  await parts.db.updateTable('webhook').set({ former_until: new Date() }).execute()
  await kim.call(testWebhook, { params: hook })
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), patience)
  expect(receiver.received[1]?.signedWith).toEqual([renewed.body.secret])
})

test('only hosts that the operator lists can be told, and only owners set that up', async () => {
  const { receiver, kim, lee, params, hook, db } = await withWebhook()
  const create = (url: string, who = kim) =>
    who.call(createWebhook, { params, body: { url, events: ['image.added'] } })
  for (const url of [
    'http://169.254.169.254/latest',
    'http://localhost:5432/',
    'https://a.example',
  ]) {
    expect((await create(url)).body.code).toBe('host_not_allowed')
    const change = await kim.call(changeWebhook, { params: hook, body: { url } })
    expect(change.body.code).toBe('host_not_allowed')
  }
  for (const url of ['ftp://127.0.0.1/', 'http://a:b@127.0.0.1/', 'events']) {
    expect((await create(url)).body.code).toBe('invalid_input')
  }
  expect((await create(receiver.url, lee)).status).toBe(403)
  expect((await lee.call(listWebhooks, { params })).status).toBe(403)
  const kept = await db.selectFrom('webhook').selectAll().executeTakeFirstOrThrow()
  expect(JSON.stringify(kept)).not.toContain(receiver.secrets[0])
  const trail = await db
    .selectFrom('audit_event')
    .select(['object_id', 'detail'])
    .where('action', '=', 'createWebhook')
    .where('outcome', '=', 201)
    .execute()
  expect(trail).toMatchObject([{ object_id: hook.webhook, detail: { url: receiver.url } }])
  expect(JSON.stringify(trail)).not.toContain(receiver.secrets[0])
})

test('a removed webhook gets nothing, nor does a blinded reader’s copy have events', async () => {
  const { receiver, kim, dataset, params, hook, given, db, types } = await withWebhook()
  const body = { url: receiver.url, events: ['image.added' as const] }
  const { body: kept } = await kim.call(createWebhook, { params, body })
  await kim.call(shareDataset, { params, body: { users: [] } })
  await kim.call(deleteWebhook, { params: hook })
  const copies = await given.dataset(kim)
  await db.updateTable('webhook').set({ dataset_id: copies.id }).where('id', '=', kept.id).execute()
  await db
    .updateTable('dataset')
    .set({ reading_of: dataset.id })
    .where('id', '=', copies.id)
    .execute()
  await db
    .updateTable('image')
    .set({ dataset_id: copies.id })
    .where('id', '=', (await given.image(kim, dataset)).id)
    .execute()
  await db.updateTable('image').set({ deleted_at: new Date() }).execute()
  await db.updateTable('image').set({ deleted_at: null }).execute()
  expect(await db.selectFrom('outbox').select('id').execute()).toEqual([])
  expect(types()).toEqual([])
})
