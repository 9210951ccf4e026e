import { open, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { expect, test } from 'vitest'

import { getDatasetData } from '#contract/datasets'
import { getImage, getKeptField, uploadImage } from '#contract/images'

import { pngOf } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'
import { verifyNext } from './keep-verifying.ts'

async function withImage() {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { name: 'Clinic' })
  const content = await pngOf(200, 150, 1)
  const upload = async () => {
    const files = [{ name: 'eye.png', content }]
    return kim.call(uploadImage, { query: { dataset_id: dataset.id }, files })
  }
  const folder = path.join(started.dataFolder, 'datasets/Clinic')
  const file = path.join(folder, 'eye.png')
  const listed = async () =>
    (await kim.call(getDatasetData, { params: { id: dataset.id } })).body.images
  return { ...started, kim, content, upload, folder, file, listed }
}

async function damage(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(Buffer.from('oops'), 0, 4, 100)
  await handle.close()
}

test('a damaged original is neither shown nor sent, and reported', async () => {
  const { kim, upload, file, listed } = await withImage()
  const { id } = (await upload()).body.image
  const get = (query: object) => kim.call(getImage, { params: { id }, query })
  const ways = [
    {},
    { width: 250, thumbnail: 'true' },
    { asAttachment: 'true' },
    { asAttachment: 'true', asDicom: 'true' },
    { asPng: 'true' },
  ]
  for (const query of ways) expect((await get(query)).status).toBe(200)
  await damage(file)
  const refused = { status: 500, body: { code: 'damaged_original', key: 'images.fileDamaged' } }
  for (const query of ways) expect(await get(query)).toMatchObject(refused)
  expect(await kim.call(getKeptField, { params: { id } })).toMatchObject(refused)
  expect(await listed()).toMatchObject([{ id, missing: true }])
})

test('damage without a trace in the folder is found when originals are read again', async () => {
  const { parts, upload, file, listed, content } = await withImage()
  const { id } = (await upload()).body.image
  expect(await verifyNext(parts, 0)).toBe(id)
  expect(await listed()).toMatchObject([{ id, missing: false }])
  await writeFile(file, Buffer.from(content).fill(7, 100, 104))
  expect(await verifyNext(parts, 0)).toBe(id)
  expect(await listed()).toMatchObject([{ id, missing: true }])
  expect(await verifyNext(parts, id)).toBeUndefined()
})

test('an upload whose row is not created leaves no file, and can be repeated', async () => {
  const { asOwner, upload, folder } = await withImage()
  await asOwner(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise 'no' using errcode = '57P01'; end $$;
    create constraint trigger refuse after insert on image
      deferrable initially deferred for each row execute function refuse()`)
  expect((await upload()).status).toBe(503)
  await expect.poll(() => readdir(folder)).toEqual([])
  await asOwner('drop trigger refuse on image')
  expect((await upload()).status).toBe(201)
  expect(await readdir(folder)).toEqual(['eye.png'])
})
