import { once } from 'node:events'
import { createServer } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { changeEmail, savePreferences } from '#contract/account'
import { requestAnalysisOfAll } from '#contract/analysis'
import { shareDataset } from '#contract/datasets'
import { beginEmergencyAccess } from '#contract/emergency-access'
import { message } from '#contract/messages/message'
import { testPacs } from '#contract/pacs'
import { reviewAnalysis } from '#contract/reviews'
import { updateUser } from '#contract/users'

import { freePort } from '../../platform/free-port.ts'
import { analysed } from '../../testing/analysed.ts'
import { goodPassword, type Account } from '../../testing/given.ts'
import { publicUrl, withMail } from '../../testing/with-mail.ts'
import { noteFreeStorage } from '../system/watch-storage.ts'

function giveAddress(account: Account) {
  const email = `${account.username}@hospital.example`
  return account.call(changeEmail, { body: { password: goodPassword, email } })
}

test('owners are told of emergency access without the patient, unless they do not want it', async () => {
  const { admin, db, given, peer, nextMail } = await withMail()
  const [kim, lee] = [await given.user('kim'), await given.user('lee')]
  await giveAddress(kim)
  const dataset = await given.dataset(kim, { name: 'Glaucoma of 2026' })
  const image = await given.image(kim, dataset)
  const change = { patient_id: 'P-4711', patient_name: 'PARK^YUNA' }
  await db.updateTable('image').set(change).where('id', '=', image.id).execute()
  await admin.call(updateUser, { params: lee, body: { emergencyAccess: true } })

  const body = { patient_id: 'P-4711', reason: 'The patient is in the ward' }
  await kim.call(savePreferences, { body: { language: 'en', mailsOff: ['emergencyAccess'] } })
  await lee.call(beginEmergencyAccess, { body })
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
  await db.deleteFrom('emergency_access').execute()
  await kim.call(savePreferences, { body: { language: 'en', mailsOff: [] } })
  await lee.call(beginEmergencyAccess, { body })

  const mail = await nextMail()
  expect(mail.to).toBe('kim@hospital.example')
  expect(mail.headers).toContain(`Subject: Emergency access to dataset ${dataset.id}`)
  expect(mail.text).toContain(`${publicUrl}/dataset/${dataset.id}`)
  const all = `${mail.headers} ${mail.text}`
  for (const secret of ['P-4711', 'PARK', 'Glaucoma', 'ward', image.file_name]) {
    expect(all).not.toContain(secret)
  }
  expect(peer.received).toHaveLength(1)
})

test('whoever starts the analysis of a dataset is told when it has finished', async () => {
  const { given, nextMail } = await withMail()
  const kim = await given.user('kim')
  await giveAddress(kim)
  const dataset = await given.dataset(kim)
  await given.image(kim, dataset)
  const begun = await kim.call(requestAnalysisOfAll, { query: { dataset_id: dataset.id } })
  expect(begun.status).toBeLessThan(300)
  const { headers } = await nextMail()
  expect(headers).toContain(`Subject: Analysis of dataset ${dataset.id} finished`)
})

test('owner and asker get one mail about results confirmed together; the confirmer none', async () => {
  const { given, db, advance, nextMail, peer } = await withMail()
  const [owner, asker, reader, clinician] = [
    await given.user('owner'),
    await given.user('asker'),
    await given.user('reader'),
    await given.user('clinician'),
  ]
  for (const account of [owner, asker, reader, clinician]) await giveAddress(account)
  const dataset = await given.dataset(owner)
  const role = 'clinician' as const
  const users = [
    { username: 'asker', role: 'grader' as const },
    { username: 'reader', role },
    { username: 'clinician', role },
  ]
  await owner.call(shareDataset, { params: { id: dataset.id }, body: { users } })
  for (const by of [asker, clinician]) {
    const image = await given.image(owner, dataset)
    const analysis_id = await analysed(db, image.id)
    const task = await db
      .insertInto('task')
      .values({
        kind: 'analyse-image',
        name: JSON.stringify(message('analysis.group')),
        group_name: JSON.stringify(message('analysis.group')),
        payload: '{}',
        creator_id: by.id,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('analysis')
      .set({ task_id: task.id })
      .where('image_id', '=', image.id)
      .execute()
    const query = { original_id: image.id }
    const answer = await clinician.call(reviewAnalysis, {
      query,
      body: { analysis_id, decision: 'confirmed' },
    })
    expect(answer.status).toBe(201)
  }
  expect(peer.received).toEqual([])
  advance(15 * 60)
  const { headers, text } = await nextMail(2)
  expect(headers).toContain(`Subject: Results in dataset ${dataset.id} confirmed`)
  expect(text).toContain(`${publicUrl}/dataset/${dataset.id}`)
  expect(peer.received.map(({ to }) => to).toSorted()).toEqual([
    'asker@hospital.example',
    'owner@hospital.example',
  ])
})

test('administrators learn once that the storage is nearly full, and again after it was not', async () => {
  const { admin, parts, nextMail, peer } = await withMail()
  await giveAddress(admin)
  for (const share of [0.5, 0.12, 0.099, 0.08, 0.11, 0.09]) await noteFreeStorage(parts, share)
  expect((await nextMail()).text).toContain('Only 9 % of the storage is free.')
  await noteFreeStorage(parts, 0.16)
  await noteFreeStorage(parts, 0.05)
  expect((await nextMail(2)).headers).toContain('Subject: Storage of Fovea nearly full')
  expect(peer.received).toHaveLength(2)
})

test('administrators learn that a system is out of reach for minutes, and that it is back', async () => {
  const port = await freePort()
  const { admin, advance, given, nextMail, peer } = await withMail({
    alsoReaches: `127.0.0.1:${port}`,
  })
  await giveAddress(admin)
  const north = await given.user('north', { isAdmin: true })
  await giveAddress(north)
  await north.call(savePreferences, { body: { mailsOff: ['peerUnreachable'] } })
  const dataset = await given.dataset(admin)
  const call = () =>
    admin.call(testPacs, {
      params: { id: dataset.id },
      body: { RETRIEVE: 'WADO-RS', DICOMWEB: `http://127.0.0.1:${port}` },
    })
  for (const minutes of [1, 3, 2, 20]) {
    expect((await call()).body.success).toBe(false)
    advance(minutes * 60)
  }
  const { headers, text } = await nextMail()
  expect(headers).toContain(`Subject: Fovea cannot reach 127.0.0.1:${port}`)
  expect(text).toContain(`${publicUrl}/admin/outbox`)

  const server = createServer((socket) => {
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n[]')
  }).listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  await call()
  expect((await nextMail(2)).headers).toContain(`Subject: Fovea reaches 127.0.0.1:${port} again`)
  expect(peer.received.map(({ to }) => to)).toEqual(Array(2).fill('admin@hospital.example'))
})
