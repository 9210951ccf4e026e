import { readdir } from 'node:fs/promises'
import path from 'node:path'

import { expect, test } from 'vitest'

import { addArchive } from '#contract/archives'
import { getDatasetData } from '#contract/datasets'
import { getTaskLogs, listTasks } from '#contract/tasks'
import { buildFile, photographWith, withTiffPreamble } from '#dicom/testing/build-file'
import { writeObject } from '#dicom/write-file'

import { zipOf, type ZipEntry } from '../../platform/files/zip.ts'
import { pngOf } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'

async function withDataset() {
  const started = await startApp({ works: true })
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { name: 'Clinic' })
  const params = { id: dataset.id }
  /** Adds an archive and waits until it is done. */
  async function add(content: Uint8Array, query: { folder?: string } = {}) {
    const files = [{ name: 'CD.zip', content }]
    const { status, body } = await kim.call(addArchive, { params, query, files })
    expect(status).toBe(200)
    const task = async () => {
      const { body: tasks } = await kim.call(listTasks, {})
      return tasks.find(({ id }) => id === body.id)
    }
    await expect.poll(async () => (await task())?.status).toMatch(/succeeded|failed/)
    const { logs } = (await kim.call(getTaskLogs, { params: { id: body.id } })).body
    return { task: await task(), log: logs.join('\n') }
  }
  const paths = async () => {
    const { body } = await kim.call(getDatasetData, { params, query: { order: 'path' } })
    return body.images.map((image) => image.path)
  }
  return { ...started, add, paths }
}

async function archiveOf(...entries: ZipEntry[]): Promise<Buffer> {
  async function* all(): AsyncGenerator<ZipEntry> {
    for (const entry of entries) yield await Promise.resolve(entry)
  }
  return Buffer.concat(await Array.fromAsync(zipOf(all(), new Date('2026-01-31T10:00:00Z'))))
}

const dicom = (number: number): Buffer =>
  Buffer.from(buildFile(photographWith(['00080018', 'UI', `1.2.3.${number}`])))

test('the images of an archive are added in their folders, the rest is reported', async () => {
  const { add, paths, dataFolder } = await withDataset()
  const archive = await archiveOf(
    { name: '홍길동/오른쪽.png', content: await pngOf(20, 10, 1) },
    { name: '홍길동/왼쪽 눈', content: withTiffPreamble(dicom(1)) },
    { name: '홍길동/같은.png', content: await pngOf(20, 10, 1) },
    { name: 'readme.txt', content: Buffer.from('read me') },
    { name: '__MACOSX/홍길동/._오른쪽.png', content: Buffer.from('x') },
  )
  const { task, log } = await add(archive, { folder: '2026' })
  expect(task).toMatchObject({
    status: 'succeeded',
    result: { added: 2, existing: 1, left_out: 1 },
  })
  expect(log).toContain('readme.txt')
  expect(await paths()).toEqual(['2026/홍길동/오른쪽.png', '2026/홍길동/왼쪽 눈'])
  expect(await readdir(path.join(dataFolder, 'temporary'))).toEqual([])
})

test('archives that are sent together are unpacked one after the other', async () => {
  const { add, paths } = await withDataset()
  const archives = await Promise.all(
    [1, 2, 3].map(async (n) => archiveOf({ name: `${n}.png`, content: await pngOf(20, 10, n) })),
  )
  await Promise.all(archives.map((archive) => add(archive)))
  expect(await paths()).toEqual(['1.png', '2.png', '3.png'])
})

test('of a DICOM medium only the images listed in its directory are added', async () => {
  const { add, paths } = await withDataset()
  const listed = ['DICOM\\IM1', 'DICOM\\IM2'].map((file) => ({
    DirectoryRecordType: 'IMAGE',
    ReferencedFileID: file,
  }))
  const directory = writeObject({
    SOPClassUID: '1.2.840.10008.1.3.10',
    SOPInstanceUID: '1.2.3',
    DirectoryRecordSequence: [{ DirectoryRecordType: 'PATIENT' }, ...listed],
  })
  const { task, log } = await add(
    await archiveOf(
      { name: 'CD/DICOMDIR', content: Buffer.from(directory) },
      { name: 'CD/DICOM/IM1', content: dicom(1) },
      { name: 'CD/VIEWER/logo.png', content: await pngOf(20, 10, 1) },
    ),
  )
  expect(task).toMatchObject({ status: 'succeeded', result: { added: 1, left_out: 0 } })
  expect(log).toContain('The DICOMDIR lists DICOM/IM2')
  expect(await paths()).toEqual(['CD/DICOM/IM1'])
})

test('no file of an archive escapes from the dataset’s folder', async () => {
  const { add, paths, dataFolder } = await withDataset()
  const content = await pngOf(20, 10, 1)
  const names = ['../../out.png', '/etc/out.png', 'a/../../out.png', '..\\out.png', 'C:/x/../o.png']
  const { task } = await add(await archiveOf(...names.map((name) => ({ name, content }))))
  expect(task).toMatchObject({ status: 'succeeded', result: { added: 0, left_out: 5 } })
  expect(await paths()).toEqual([])
  const all = await readdir(dataFolder, { recursive: true })
  expect(all.filter((name) => name.endsWith('.png'))).toEqual([])
})

test('a file that would expand without end is left out or refused', async () => {
  const { add } = await withDataset()
  const zeros = Buffer.alloc(70 * 2 ** 20)
  const bomb = await add(await archiveOf({ name: 'bomb.png', content: zeros }))
  expect(bomb.task).toMatchObject({ status: 'succeeded', result: { added: 0, left_out: 1 } })
  expect(bomb.log).toContain('larger than')
  const overlapping = await add(overlap(await archiveOf({ name: 'a', content: dicom(1) })))
  expect(overlapping.task).toMatchObject({ status: 'failed' })
  expect(overlapping.log).toContain('damaged')
})

test.each([
  ['something else', Buffer.from('%PDF-1.7 and so on'), 'not a ZIP'],
  ['nothing', Buffer.from('PK'), 'not a ZIP'],
])('%s is told about', async (_, content, told) => {
  const { add } = await withDataset()
  const { task, log } = await add(content)
  expect(task?.status).toBe('failed')
  expect(log).toContain(told)
})

test('a file whose bytes have changed is left out', async () => {
  const { add } = await withDataset()
  const archive = await archiveOf({ name: 'eye.png', content: await pngOf(64, 64, 3) })
  // After the header and the name.
  const at = 60
  archive[at] = (archive[at] ?? 0) ^ 0xff
  const { task, log } = await add(archive)
  expect(task).toMatchObject({ status: 'succeeded', result: { added: 0, left_out: 1 } })
  expect(log).toContain('damaged')
})

test('a file that expands beyond its announced size is left out', async () => {
  const { add } = await withDataset()
  const archive = await archiveOf({ name: 'eye.dcm', content: dicom(1) })
  const directory = archive.readUInt32LE(archive.length - 6)
  archive.writeUInt32LE(10, directory + 24)
  const { task, log } = await add(archive)
  expect(task).toMatchObject({ status: 'succeeded', result: { added: 0, left_out: 1 } })
  expect(log).toContain('damaged')
})

/** The same file a hundred times in the directory, as in a zip bomb. */
function overlap(archive: Buffer): Buffer {
  const start = archive.readUInt32LE(archive.length - 6)
  const entry = archive.subarray(start, archive.length - 22)
  const end = Buffer.from(archive.subarray(archive.length - 22))
  end.writeUInt16LE(100, 8)
  end.writeUInt16LE(100, 10)
  end.writeUInt32LE(entry.length * 100, 12)
  return Buffer.concat([archive.subarray(0, start), ...Array<Buffer>(100).fill(entry), end])
}
