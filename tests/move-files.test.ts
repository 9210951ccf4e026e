import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { listDatasets } from '#contract/datasets'

import { openBucketClient } from '../apps/server/src/platform/files/s3/client.ts'
import { keysBelow } from '../apps/server/src/platform/files/s3/list-objects.ts'
import { programEnvironment } from '../apps/server/src/testing/program-environment.ts'
import { emptyBucket, storageUrl, withSwift } from '../apps/server/src/testing/swift-bucket.ts'
import { haveSwift } from '../apps/server/src/testing/swift-peer.ts'
import { signedIn } from './http-client.ts'
import { backup, command, givenInstallation } from './operator.ts'
import { startFovea } from './running-fovea.ts'

const folders = ['datasets', 'results', 'exports', 'documents']
const added = 30

test.skipIf(!haveSwift())(
  'an installation moves to a bucket, even if it is interrupted, works there, and moves back',
  async () => {
    const { settings, dataFolder, backups } = await givenInstallation()
    for (let number = 0; number < added; number++) await addExport(dataFolder, number)
    const before = await filesOf(dataFolder)
    const address = await emptyBucket()
    const { keys } = await withSwift()
    const own = { ...settings, ...keys, STORAGE_URL: storageUrl(address), DATA_DIR: dataFolder }

    await expect(command('main', [], own)).rejects.toThrow('move-files -- --to bucket first')

    await killMidway(own, before.size, async () => {
      using client = await openBucketClient(address, () => undefined)
      return (await Array.fromAsync(keysBelow(client, address.prefix))).length
    })
    const said = await command('move-files', ['--to', 'bucket'], own)
    const [, all = 0, copied = 0] = (/^(\d+) files .*; (\d+) were copied now/.exec(said) ?? []).map(
      Number,
    )
    expect(all).toBeGreaterThan(added)
    expect(copied).toBeLessThan(all)

    const old = path.join(dataFolder, '../old')
    await mkdir(old)
    for (const folder of [...folders, 'arrivals'])
      await rename(path.join(dataFolder, folder), path.join(old, folder))
    const fovea = await startFovea(own, dataFolder)
    onTestFinished(() => fovea.stop())
    const kim = await signedIn(fovea.address, 'kim')
    const { datasets } = await kim.call(listDatasets, { query: { limit: 1000 } })
    expect(datasets.map(({ name }) => name)).toContain('Clinic')
    const early = command('move-files', ['--to', 'disk'], own)
    await expect(early).rejects.toMatchObject({
      stderr: expect.stringMatching(/^Not done: .* Stop Fovea/),
    })
    await fovea.stop()
    expect(await command('check-data', [], own)).toContain('The data are intact')
    await backup(own, backups)
    expect(await command('restore', ['--from', backups, '--verify'], own)).toContain('is whole')

    await command('move-files', ['--to', 'disk'], own)
    const after = await filesOf(dataFolder)
    for (const [file, digest] of before) expect([file, after.get(file)]).toEqual([file, digest])
  },
)

async function addExport(dataFolder: string, number: number): Promise<void> {
  const folder = path.join(dataFolder, 'exports/added')
  await mkdir(folder, { recursive: true })
  await writeFile(path.join(folder, `${number}.json`), `{ "number": ${number} }`)
}

/** Starts to move files, and kills that when some, not all, have arrived. */
async function killMidway(
  settings: Record<string, string>,
  all: number,
  arrived: () => Promise<number>,
): Promise<void> {
  const program = ['apps/server/src/move-files.ts', '--to', 'bucket']
  const env = { ...programEnvironment, ...settings }
  const moving = spawn(process.execPath, program, { env, stdio: 'ignore' })
  const ended = once(moving, 'exit')
  await expect.poll(arrived, { interval: 10, timeout: 60_000 }).toBeGreaterThan(3)
  moving.kill('SIGKILL')
  await ended
  expect(await arrived()).toBeLessThan(all)
}

/** Digests of the files of the store, by their paths. */
async function filesOf(root: string): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  for (const folder of folders) {
    const options = { recursive: true, withFileTypes: true } as const
    for (const entry of await readdir(path.join(root, folder), options)) {
      if (!entry.isFile()) continue
      const file = path.join(entry.parentPath, entry.name)
      const digest = createHash('sha256').update(await readFile(file))
      files.set(path.relative(root, file), digest.digest('hex'))
    }
  }
  return files
}
