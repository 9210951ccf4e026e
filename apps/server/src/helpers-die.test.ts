import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { requestAnalysis } from '#contract/analysis'
import { getAnnotatorData } from '#contract/annotations'
import { uploadImage } from '#contract/images'
import { readiness } from '#contract/info'
import { message } from '#contract/messages/message'
import { listTasks } from '#contract/tasks'
import { buildFile, photographWith } from '#dicom/testing/build-file'

import { arrivalFile, arrivalsFolder } from './features/pacs/receiver/arrivals.ts'
import { analyseAs, patient } from './testing/analysed-image.ts'
import { drawnEye } from './testing/drawn-eye.ts'
import { pngOf } from './testing/given.ts'
import { keepKilling, killHelpers } from './testing/kill-helpers.ts'
import { startApp } from './testing/start-app.ts'

const decoder = 'decode-process.ts'
const runtime = 'model-process.ts'
const patience = { timeout: 60_000 }

async function withDataset(options: Parameters<typeof startApp>[0] = {}) {
  const started = await startApp(options)
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim)
  let count = 0
  const upload = async (content?: Uint8Array) => {
    const name = `photo${(count += 1)}.png`
    const files = [{ name, content: content ?? (await pngOf(40, 30, count)) }]
    return kim.call(uploadImage, { query: { dataset_id: dataset.id }, files })
  }
  return { ...started, kim, dataset, upload }
}

test('an upload is unaffected by the earlier death of the decoding process', async () => {
  const { upload } = await withDataset()
  for (let times = 0; times < 3; times++) {
    expect((await upload()).status).toBe(201)
    expect(await killHelpers(decoder)).toBeGreaterThan(0)
  }
})

test('if no decoding process stays alive, an uploader is asked to try again, and can', async () => {
  const { upload } = await withDataset()
  {
    await using _ = keepKilling(decoder)
    expect(await upload()).toMatchObject({
      status: 503,
      body: { code: 'unavailable', key: 'requests.helperAway' },
    })
  }
  expect((await upload()).status).toBe(201)
})

test('readiness names the dead helper, and reports when it lives again', async () => {
  const { visitor, parts } = await withDataset()
  const works = { database: 'works', storage: 'works', decoder: 'works', models: 'works' }
  const ready = async () => (await visitor.call(readiness)).body
  for (const [program, part] of [
    [decoder, 'decoder'],
    [runtime, 'models'],
  ] as const) {
    const answer = async () => {
      const { status, body } = await visitor.call(readiness)
      return { status, parts: status === 200 ? body.parts : (body as never)['current']['parts'] }
    }
    {
      await using _ = keepKilling(program)
      const red = { status: 503, parts: { ...works, [part]: 'fails' } }
      await expect.poll(answer, patience).toEqual(red)
    }
    await expect.poll(ready, patience).toEqual({ status: 'ok', parts: works })
  }
  await parts.db.destroy()
  await expect
    .poll(async () => (await visitor.call(readiness)).body, patience)
    .toMatchObject({ code: 'unavailable', current: { parts: { database: 'fails' } } })
})

test('an acknowledged DICOM object waits until it can be decoded, even if it was refused once', async () => {
  const { asOwner, db, dataFolder, dataset, parts, advance } = await withDataset({ works: true })
  await mkdir(arrivalsFolder(dataFolder), { recursive: true })
  const content = Buffer.from(buildFile(photographWith()))
  const id = randomUUID()
  await writeFile(arrivalFile(dataFolder, id), content)
  const read = () =>
    db.selectFrom('dicom_arrival').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  {
    await using _ = keepKilling(decoder)
    await db
      .insertInto('dicom_arrival')
      .values({
        id,
        received_at: parts.clock(),
        ae_title: 'CAMERA',
        address: '127.0.0.1',
        sop_class_uid: '1.2.3',
        sop_instance_uid: '1.2.3.4',
        study_uid: '1.2.3.5',
        series_uid: '1.2.3.6',
        sha256: createHash('sha256').update(content).digest(),
        size: content.length,
        dataset_id: dataset.id,
        task_id: null,
        image_id: null,
        refusal: null,
      })
      .execute()
    const putOff = async () => (await read()).leased_until
    await expect.poll(putOff, patience).not.toBeNull()
    const first = await putOff()
    advance(120)
    await expect.poll(putOff, patience).not.toEqual(first)
    expect(await read()).toMatchObject({ settled_at: null, refusal: null })
  }
  const filed = async () => {
    const { image_id, leased_until: until } = await read()
    const left = (until?.getTime() ?? 0) - parts.clock().getTime()
    // An attempt in progress lasts two minutes at most; longer is the pause after one that failed.
    if (left > 120_000) advance(left / 1000)
    return image_id
  }
  advance(3600)
  await expect.poll(filed, patience).not.toBeNull()

  // As an earlier version left it: refused, and its bytes kept.
  await writeFile(arrivalFile(dataFolder, id), content)
  await db
    .updateTable('dicom_arrival')
    .set({ image_id: null, refusal: JSON.stringify(message('files.decodingFailed')) })
    .execute()
  const migration = await readFile('apps/server/migrations/0043_helpers.sql', 'utf8')
  await asOwner(migration.slice(migration.indexOf('update dicom_arrival')))
  await expect.poll(async () => (await read()).image_id, patience).not.toBeNull()
  expect((await read()).refusal).toBeNull()
})

test('an analysis without its networks is postponed, replaces nothing, and is done later', async () => {
  const { db, kim, upload, parts } = await withDataset({ works: true })
  const { body } = await upload(await drawnEye())
  const { id } = body.image
  await analyseAs({ db, parts }, id, { facts: patient })
  const read = async () => (await kim.call(getAnnotatorData, { params: { id } })).body.image
  const earlier = (await read()).results
  expect(Object.keys(earlier)).toContain('risk')
  const countMessages = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from outbox`.execute(db)).rows[0]
  const before = await countMessages()
  await parts.models.list()
  const task = async () => (await kim.call(listTasks)).body.find(({ image_id }) => image_id === id)
  {
    await using _ = keepKilling(runtime)
    const asked = await kim.call(requestAnalysis, { query: { original_id: id } })
    expect(asked.status).toBeLessThan(300)
    await expect.poll(async () => (await task())?.warnings, patience).toBeGreaterThan(0)
    expect((await task())?.completed).toBe(false)
    expect((await read()).results).toEqual(earlier)
    expect(await countMessages()).toEqual(before)
  }
  await expect.poll(async () => (await task())?.status, { timeout: 150_000 }).toBe('succeeded')
  expect((await read()).results).not.toEqual(earlier)
})
