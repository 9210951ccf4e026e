import { expect, test } from 'vitest'

import { createAnnotation } from '#contract/annotations'
import { listAudit } from '#contract/audit'
import { getDatasetData, listDatasets } from '#contract/datasets'
import {
  beginEmergencyAccess,
  confirmEmergencyAccess,
  listEmergencyAccess,
} from '#contract/emergency-access'
import { updateUser } from '#contract/users'

import type { Account } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'

const reason = 'Acute loss of vision, no other photograph'

function begin(account: Account, patient = 'P-1') {
  return account.call(beginEmergencyAccess, { body: { patient_id: patient, reason } })
}

async function told(account: Account) {
  return (await account.call(listEmergencyAccess)).body.accesses
}

async function clinic() {
  const started = await startApp()
  const { given, db } = started
  const root = await given.user('root', { isAdmin: true })
  const [kim, lee] = [await given.user('kim'), await given.user('lee')]
  const dataset = await given.dataset(kim)
  const image = await given.image(kim, dataset)
  await db.updateTable('image').set({ patient_id: 'P-1' }).where('id', '=', image.id).execute()
  const allow = async (username: string) => {
    const params = { username }
    await root.call(updateUser, { params, body: { emergencyAccess: true } })
  }
  const see = async (account: Account) =>
    (await account.call(getDatasetData, { params: { id: dataset.id } })).status
  return { ...started, root, kim, lee, dataset, image, allow, see }
}

test('only an account that was given the right reaches a patient in an emergency', async () => {
  const { lee, root, allow, see } = await clinic()
  expect((await begin(lee)).body).toMatchObject({ key: 'emergencyAccess.notAllowed' })
  expect(await see(lee)).toBe(404)
  await allow('lee')
  expect((await begin(lee)).status).toBe(201)
  expect(await see(lee)).toBe(200)
  const { body } = await root.call(listAudit, { query: { action: 'beginEmergencyAccess' } })
  expect(body.events.map(({ outcome, detail }) => ({ outcome, detail }))).toEqual([
    { outcome: 201, detail: { patient: 'P-1', reason } },
    { outcome: 403, detail: { patient: 'P-1', reason } },
  ])
})

test('it shows, and changes nothing', async () => {
  const { lee, allow, dataset, image } = await clinic()
  await allow('lee')
  await begin(lee)
  const [category = 0] = dataset.categoryIds
  const body = { image_id: image.id, category_id: category }
  expect((await lee.call(createAnnotation, { body })).status).toBe(403)
  const listed = (await lee.call(listDatasets, { query: {} })).body.datasets
  const found = listed.find(({ id }) => id === dataset.id)
  expect(found).toMatchObject({ role: 'viewer', rights: ['view'] })
  expect(found?.emergency_until).not.toBeNull()
})

test('the answer does not tell whether there is such a patient', async () => {
  const { lee, allow } = await clinic()
  await allow('lee')
  const [there, missing] = [await begin(lee), await begin(lee, 'P-2')]
  expect(missing.status).toBe(there.status)
  expect(Object.keys(missing.body)).toEqual(Object.keys(there.body))
})

test('the owner is told until the owner confirms it, and nobody else is', async () => {
  const { kim, lee, root, allow, dataset } = await clinic()
  await allow('lee')
  await begin(lee)
  const [access] = await told(kim)
  expect(access).toMatchObject({
    username: 'lee',
    dataset: { id: dataset.id },
    patient_id: 'P-1',
    reason,
  })
  const params = { id: access?.id ?? 0 }
  for (const other of [lee, root]) {
    expect(await told(other)).toEqual([])
    expect((await other.call(confirmEmergencyAccess, { params })).status).toBe(404)
  }
  await kim.call(confirmEmergencyAccess, { params })
  expect(await told(kim)).toEqual([])
})

test('it ends after some hours', async () => {
  const { db, lee, allow, see } = await clinic()
  await allow('lee')
  await begin(lee)
  await db
    .updateTable('emergency_access')
    .set({ ends_at: new Date(Date.now() - 1000) })
    .execute()
  expect(await see(lee)).toBe(404)
})

test('it ends at once if the right is taken away', async () => {
  const { root, lee, allow, see } = await clinic()
  await allow('lee')
  await begin(lee)
  const body = { emergencyAccess: false }
  await root.call(updateUser, { params: { username: 'lee' }, body })
  expect(await see(lee)).toBe(404)
})

test('nobody tries out many patients', async () => {
  const { lee, allow } = await clinic()
  await allow('lee')
  for (let number = 0; number < 5; number++) await begin(lee, `X-${number}`)
  expect((await begin(lee)).status).toBe(429)
})

test('it does not reach a clinic of another site', async () => {
  const { db, given, kim, allow, see } = await clinic()
  const { id } = await db
    .insertInto('site')
    .values({ name: 'North' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.updateTable('app_user').set({ site_id: id }).where('id', '=', kim.id).execute()
  await db.updateTable('dataset').set({ owner_id: kim.id }).where('owner_id', '=', kim.id).execute()
  const sue = await given.user('sue.r')
  await allow('sue.r')
  expect((await begin(sue)).status).toBe(201)
  expect(await see(sue)).toBe(404)
})
