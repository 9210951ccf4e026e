import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { getDatasetData } from '#contract/datasets'
import { deleteImage, getImage, uploadImage, type Image } from '#contract/images'
import { startScan, startScanByGet, ScanReport } from '#contract/scans'
import { getTaskLogs, listTasks, type Task } from '#contract/tasks'

import type { Account } from '../../../testing/given.ts'
import { pngOf } from '../../../testing/given.ts'
import { startApp } from '../../../testing/start-app.ts'

async function withDataset(works = true) {
  const started = await startApp({ works })
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { name: 'Clinic' })
  const folder = path.join(started.dataFolder, 'datasets/Clinic')
  const put = async (name: string, content: Uint8Array | string) => {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
  }
  const move = (from: string, to: string) => rename(path.join(folder, from), path.join(folder, to))
  const images = async () =>
    (await kim.call(getDatasetData, { params: { id: dataset.id }, query: { order: 'path' } })).body
      .images
  return { ...started, kim, dataset, folder, put, move, images }
}

async function scanTask(kim: Account, dataset: { id: number }): Promise<Task> {
  const answer = await kim.call(startScan, { params: { id: dataset.id } })
  expect(answer.status).toBe(200)
  for (;;) {
    const task = (await kim.call(listTasks)).body.find(({ id }) => id === answer.body.id)
    if (task?.completed) return task
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

async function scan(kim: Account, dataset: { id: number }) {
  const task = await scanTask(kim, dataset)
  const { logs } = (await kim.call(getTaskLogs, { params: { id: task.id } })).body
  expect(task.status).toBe('succeeded')
  const warnings = logs.filter((line) => line.includes('[WARNING]'))
  return { ...ScanReport.parse(task.result), warnings: warnings.join('\n') }
}

const pathsOf = (images: readonly Image[]) =>
  images.map(({ path: name, missing }) => `${name}${missing ? ' missing' : ''}`)

describe('a scan', () => {
  test('treats names that differ only in Unicode composition as one, as an upload does', async () => {
    const { kim, dataset, put, images } = await withDataset()
    const [composed, decomposed] = ['왼쪽/é.png'.normalize('NFC'), '왼쪽/é.png'.normalize('NFD')]
    await put(decomposed, await pngOf(40, 30, 1))
    await put(composed, await pngOf(40, 30, 2))
    const first = await scan(kim, dataset)
    expect(first).toMatchObject({ added: 1, left_out: 1 })
    expect(first.warnings).toContain('another image has the same name')
    expect(pathsOf(await images())).toEqual([decomposed])
    expect(await scan(kim, dataset)).toMatchObject({ unchanged: 1, left_out: 1, missing: 0 })
    const files = [{ name: 'é.png', content: await pngOf(40, 30, 3) }]
    const query = { dataset_id: dataset.id, folder: '왼쪽' }
    expect((await kim.call(uploadImage, { query, files })).status).toBe(409)
  })

  test('adds new files with their folder, and skips hidden files, hidden folders and links', async () => {
    const { kim, dataset, put, folder, images } = await withDataset()
    await put('one.png', await pngOf(40, 30, 1))
    await put('left/deep/two.PNG', await pngOf(40, 30, 2))
    await put('.hidden.png', await pngOf(40, 30, 3))
    await put('.trash/three.png', await pngOf(40, 30, 4))
    await put('elsewhere/.keep', '')
    await symlink(path.join(folder, 'one.png'), path.join(folder, 'link.png'))
    await symlink(path.join(folder, 'left'), path.join(folder, 'right'))
    expect(await scan(kim, dataset)).toMatchObject({ files: 2, added: 2, warnings: '' })
    expect(await images()).toMatchObject([
      { path: 'left/deep/two.PNG', width: 40, height: 30, missing: false },
      { path: 'one.png' },
    ])
    expect(await scan(kim, dataset)).toMatchObject({ files: 2, added: 0, unchanged: 2 })
  })

  test('reports why it leaves out each file', async () => {
    const { kim, dataset, put, images } = await withDataset()
    const photograph = await pngOf(200, 200, 1)
    await put('a.png', photograph)
    await put('b.png', photograph)
    await put('cut.png', photograph.subarray(0, photograph.length - 40))
    await put('notes.txt', 'hello')
    await put('page.jpg', '<html><script>alert(1)</script></html>')
    await put('nul.png', await pngOf(10, 10, 9))
    const { warnings, ...report } = await scan(kim, dataset)
    expect(report).toMatchObject({ files: 6, added: 1, left_out: 5 })
    expect(warnings).toContain('b.png was not added: it has the same content as a.png.')
    expect(warnings).toContain('cut.png was not added. The PNG file cannot be read: it is damaged')
    expect(warnings).toContain('notes.txt is not a supported image.')
    expect(warnings).toContain('page.jpg is not a supported image.')
    expect(warnings).toContain('nul.png was not added: its name cannot be used')
    expect(pathsOf(await images())).toEqual(['a.png'])
  })

  test('reports a file that is not an image again without decoding it, until it changes', async () => {
    const { kim, dataset, put, parts } = await withDataset()
    const photograph = await pngOf(200, 200, 1)
    await put('cut.png', photograph.subarray(0, photograph.length - 40))
    const first = await scan(kim, dataset)
    const decode = vi.spyOn(parts.decoder, 'decode')
    onTestFinished(() => decode.mockRestore())
    const second = await scan(kim, dataset)
    expect(second).toMatchObject({ files: 1, left_out: 1 })
    expect(second.warnings.replace(/^.*?(?=cut)/, '')).toBe(
      first.warnings.replace(/^.*?(?=cut)/, ''),
    )
    expect(decode).not.toHaveBeenCalled()
    await put('cut.png', photograph)
    expect(await scan(kim, dataset)).toMatchObject({ added: 1, left_out: 0 })
  })

  test('marks vanished files as missing, and finds them again', async () => {
    const { kim, dataset, put, folder, images } = await withDataset()
    const photograph = await pngOf(40, 30, 1)
    await put('a.png', photograph)
    await put('b.png', await pngOf(40, 30, 2))
    await scan(kim, dataset)
    const [a] = await images()
    await rm(path.join(folder, 'a.png'))
    expect(await scan(kim, dataset)).toMatchObject({
      missing: 1,
      warnings: expect.stringContaining('a.png is missing from the folder.'),
    })
    expect(pathsOf(await images())).toEqual(['a.png missing', 'b.png'])
    await put('a.png', photograph)
    expect(await scan(kim, dataset)).toMatchObject({ returned: 1, unchanged: 1, missing: 0 })
    expect(await images()).toMatchObject([{ id: a?.id, missing: false }, {}])
  })

  test('a missing image is restored by an upload of its file', async () => {
    const { kim, dataset, put, folder, images } = await withDataset()
    const photograph = await pngOf(40, 30, 1)
    await put('eyes/a.png', photograph)
    await scan(kim, dataset)
    await rm(path.join(folder, 'eyes'), { recursive: true })
    await scan(kim, dataset)
    const files = [{ name: 'other.png', content: photograph }]
    const answer = await kim.call(uploadImage, { query: { dataset_id: dataset.id }, files })
    expect(answer.body).toMatchObject({ existing: true, image: { missing: false } })
    expect(pathsOf(await images())).toEqual(['eyes/a.png'])
    expect(await readFile(path.join(folder, 'eyes/a.png'))).toEqual(photograph)
  })

  test('recognises renamed files by their content, also in a chain', async () => {
    const { kim, dataset, put, move, images } = await withDataset()
    for (const [number, name] of ['a', 'b', 'c'].entries()) {
      await put(`${name}.png`, await pngOf(40, 30, number))
    }
    await scan(kim, dataset)
    const before = await images()
    await put('moved/placeholder', '')
    await move('c.png', 'moved/d.png')
    await move('b.png', 'c.png')
    await move('a.png', 'b.png')
    expect(await scan(kim, dataset)).toMatchObject({ renamed: 3, added: 0, missing: 0 })
    const after = await images()
    expect(pathsOf(after)).toEqual(['b.png', 'c.png', 'moved/d.png'])
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })

  test('recognises exchanged names, of two or in a ring, even beside other changes', async () => {
    const { kim, dataset, put, move, images } = await withDataset()
    for (const [i, name] of ['a', 'b', 'c', 'd', 'e', 'f'].entries()) {
      await put(`${name}.png`, await pngOf(40, 30, i + 1))
    }
    await scan(kim, dataset)
    const before = await images()
    const idOf = (name: string) => before.find((image) => image.path === `${name}.png`)?.id
    await move('a.png', 'x.png')
    await move('b.png', 'a.png')
    await move('x.png', 'b.png')
    await move('c.png', 'x.png')
    await move('e.png', 'c.png')
    await move('d.png', 'e.png')
    await move('x.png', 'd.png')
    await put('f.png', await pngOf(40, 30, 9))
    const report = await scan(kim, dataset)
    expect(report).toMatchObject({ renamed: 5, added: 0, left_out: 1, missing: 0 })
    const after = await images()
    expect(pathsOf(after)).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((n) => `${n}.png`).concat('f.png missing'),
    )
    expect(after.map(({ id }) => id)).toEqual(['b', 'a', 'e', 'c', 'd', 'f'].map(idOf))
  })

  test('never shows another picture under the annotations of an image', async () => {
    const { kim, dataset, put, images } = await withDataset()
    await put('a.png', await pngOf(40, 30, 1))
    await scan(kim, dataset)
    await put('a.png', await pngOf(50, 50, 2))
    expect(await scan(kim, dataset)).toMatchObject({
      left_out: 1,
      missing: 0,
      warnings: expect.stringContaining(
        'a.png is not the file from which the image of this name was',
      ),
    })
    const [image] = await images()
    expect(image).toMatchObject({ path: 'a.png', width: 40, missing: true })
    const picture = await kim.call(getImage, { params: { id: image?.id ?? 0 } })
    expect(picture).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('The file a.png is missing from the dataset’s') },
    })
  })

  test('ignores images in the undo list', async () => {
    const { kim, dataset, given, move, images } = await withDataset()
    const image = await given.image(kim, dataset, { name: 'a.png' })
    await kim.call(deleteImage, { params: { id: image.id } })
    expect(await scan(kim, dataset)).toMatchObject({ files: 1, deleted: 1, warnings: '' })
    await move('a.png', 'b.png')
    expect((await scan(kim, dataset)).warnings).toContain(
      'b.png was not added: this very image was deleted as a.png.',
    )
    expect(await images()).toEqual([])
  })

  test('continues after its process was killed, and counts nothing twice', async () => {
    const { kim, dataset, put, db, parts } = await withDataset(false)
    for (let number = 0; number < 6; number++) {
      await put(`${number}.png`, await pngOf(30, 20, number))
    }
    const { id } = (await kim.call(startScan, { params: { id: dataset.id } })).body
    // The killed process had finished the first two files, one of which was not an image.
    const tally = { ...emptyReport, files: 2, added: 1, left_out: 1 }
    await db
      .insertInto('dataset_scan')
      .values({
        task_id: id,
        done_to: '1.png',
        waiting: [],
        warnings: 1,
        tally: JSON.stringify(tally),
      })
      .execute()
    await parts.jobs.work()
    await expect
      .poll(async () => (await kim.call(listTasks)).body[0]?.status, { timeout: 20_000 })
      .toBe('succeeded')
    const [task] = (await kim.call(listTasks)).body
    expect(task?.result).toMatchObject({ files: 6, added: 5, left_out: 1 })
  })
})

const emptyReport: ScanReport = {
  files: 0,
  added: 0,
  unchanged: 0,
  renamed: 0,
  returned: 0,
  deleted: 0,
  left_out: 0,
  missing: 0,
}

test('one scan of a dataset runs at a time, and its page shows it', async () => {
  const { kim, dataset } = await withDataset(false)
  const params = { id: dataset.id }
  const crossSite = await kim.call(startScanByGet, {
    params,
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(crossSite.status).toBe(403)
  const { id, name } = (await kim.call(startScanByGet, { params })).body
  expect(name).toBe('Scanning Clinic')
  expect(await kim.call(startScan, { params })).toMatchObject({
    status: 409,
    body: { code: 'still_running' },
  })
  expect((await kim.call(getDatasetData, { params })).body.scanId).toBe(id)
})

test('an upload never overwrites a file that somebody put into the folder', async () => {
  const { kim, dataset, put, folder } = await withDataset()
  const photograph = await pngOf(40, 30, 1)
  await put('a.png', photograph)
  const files = [{ name: 'a.png', content: await pngOf(40, 30, 2) }]
  const answer = await kim.call(uploadImage, { query: { dataset_id: dataset.id }, files })
  expect(answer).toMatchObject({ status: 409, body: { code: 'name_taken' } })
  expect(await readFile(path.join(folder, 'a.png'))).toEqual(photograph)
})
