import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { startFovea } from '../running-fovea.ts'
import { Annotator, annotationsOf, givenImages } from './annotator-page.ts'
import { expect, registered, test } from './fixtures.ts'

const patience = { timeout: 60_000 }

/** A disk of the given number of megabytes; undefined, with a message, if this account may not create one. */
async function smallDisk(megabytes: number): Promise<string | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
    return folder
  } catch {
    await rmdir(folder)
    return undefined
  }
}

/** Writes until there is no room for another byte. */
function fill(file: string): void {
  const write = (chunk: Buffer) => writeFileSync(file, chunk, { flag: 'a' })
  for (const size of [2 ** 20, 2 ** 12, 1]) {
    try {
      for (;;) write(Buffer.alloc(size))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
}

test('on a full disk the work waits with a clear message, and is saved when there is room', async ({
  page,
}) => {
  test.setTimeout(180_000)
  const disk = await smallDisk(256)
  if (disk === undefined) return test.skip(true, 'This account cannot mount a small disk.')
  const fovea = await startFovea({}, disk)
  try {
    const username = 'kim'
    const api = await registered(fovea.address, username)
    await page.context().addCookies((await api.storageState()).cookies)
    const person = { username, api }
    const { dataset, images } = await givenImages(person)
    const [image = 0] = images
    await page.goto(`${fovea.address}/annotate/${image}`)
    const annotator = new Annotator(page)
    await annotator.canvas.waitFor()
    await expect(page.getByLabel('Loading image…')).toHaveCount(0)
    fill(path.join(disk, 'filler'))

    // Larger than the buffers of a connection.
    const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(16 * 2 ** 20) }
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const answer = await api.post(`/api/image/?dataset_id=${dataset.id}`, {
        multipart: { image: large },
      })
      expect(answer.status()).toBe(507)
    }

    await page.keyboard.press('Space')
    await page.keyboard.press('b')
    await annotator.drag([400, 300], [900, 300])
    await expect(annotator.state('Waiting to save')).toBeVisible(patience)
    await expect(page.getByText(/The server’s disk is full/)).toBeVisible()
    await page.reload()
    await expect(page.getByText(/The server’s disk is full/)).toBeVisible(patience)

    rmSync(path.join(disk, 'filler'))
    await expect(annotator.state('Saved')).toBeVisible(patience)
    const [annotation] = await annotationsOf(person, image)
    expect(Math.abs(annotation.area / (500 * 30 + Math.PI * 15 ** 2) - 1)).toBeLessThan(0.03)
    await api.dispose()
  } finally {
    await fovea.stop()
    execFileSync('umount', [disk])
    await rmdir(disk)
  }
})
