import { createHash } from 'node:crypto'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'

import { verifyAudit } from '#contract/audit'
import { createDataset } from '#contract/datasets'
import { uploadImage } from '#contract/images'
import { getSystem } from '#contract/system'

import { storedReferences } from '../apps/server/src/features/integrity/references.ts'
import { withClient } from '../apps/server/src/platform/database/database.ts'
import { startEmbeddedPostgres } from '../apps/server/src/platform/database/embedded/embedded.ts'
import { signedIn, type NetworkClient } from './http-client.ts'
import { rowsOf } from './database-rows.ts'
import { backup, command, givenInstallation, temporaryFolder } from './operator.ts'
import { startFovea } from './running-fovea.ts'
import { whatIsThere } from './upgrade/what-is-there.ts'

// Starts twelve programs one after the other.
test(
  'backups made while people work and afterwards restore every row and file',
  { timeout: 300_000 },
  async () => {
    const { settings, owner, dataFolder, backups } = await givenInstallation()
    const fovea = await startFovea(settings, dataFolder)
    onTestFinished(() => fovea.stop())
    const kim = await signedIn(fovea.address, 'kim')
    const working = keepUploading(kim)
    const first = await backup({ ...settings, DATA_DIR: dataFolder }, backups)
    expect(await working.stop()).toBeGreaterThan(0)
    const seen = await whatIsThere(kim)
    await expectCheckShown(kim, { ...settings, DATA_DIR: dataFolder })
    await fovea.stop()
    // The backup is recorded in the database once it is complete.
    const before = await withClient(owner, rowsOf)
    const second = await backup({ ...settings, DATA_DIR: dataFolder }, backups)
    await expectDamageNoticed({ ...settings, DATA_DIR: dataFolder })
    const filesBefore = await filesOf(dataFolder)

    const midway = await restore(settings, { backups, name: first })
    expect(midway.references.length).toBeGreaterThan(0)
    const unsound = midway.references.filter(
      ({ path: file, sha256 }) => sha256 !== null && midway.files.get(file) !== sha256,
    )
    expect(unsound).toEqual([])

    const { target, rows, files } = await restore(settings, { backups, name: second })
    expect(rows.size).toBeGreaterThan(50)
    expect(rows).toEqual(before)
    expect(files).toEqual(filesBefore)
    await cp(path.join(dataFolder, 'secret.key'), path.join(target, 'secret.key'))
    const again = await startFovea({ AUDIT_RETENTION_DAYS: '36500' }, target)
    onTestFinished(() => again.stop())
    const restored = await signedIn(again.address, 'kim')
    expect(await whatIsThere(restored)).toEqual(seen)
    expect(await restored.call(verifyAudit)).toMatchObject({ intact: true, findings: [] })
  },
)

/** Uploads photographs, one after the other, until it is stopped. */
function keepUploading(kim: NetworkClient) {
  const stopping = new AbortController()
  async function upload(): Promise<number> {
    const dataset = await kim.call(createDataset, { body: { name: 'At work', categories: [] } })
    let count = 0
    for (; !stopping.signal.aborted; count += 1) {
      const background = { r: count % 256, g: 60, b: 20 }
      const content = await sharp({ create: { width: 64, height: 64, channels: 3, background } })
        .png()
        .toBuffer()
      const file = { name: `eye-${count}.png`, content }
      await kim.call(uploadImage, { query: { dataset_id: dataset.id }, file })
    }
    return count
  }
  const uploading = upload()
  return {
    stop() {
      stopping.abort()
      return uploading
    },
  }
}

/** A check beside the server finds nothing, which the page System shows, and the backup. */
async function expectCheckShown(admin: NetworkClient, settings: Record<string, string>) {
  const { backup: made, data_check: none } = await admin.call(getSystem)
  expect(made).toMatchObject({ files_missing: 0, encrypted: true })
  expect(made?.files).toBeGreaterThan(0)
  expect(none).toBeNull()
  expect(await command('check-data', [], settings)).toMatch(/^The data are intact/)
  const { data_check: check } = await admin.call(getSystem)
  expect(check).toMatchObject({ files_missing: 0, files_damaged: 0, audit_findings: 0 })
  expect(check?.files).toBeGreaterThan(0)
  expect(check?.audit_entries).toBeGreaterThan(0)
}

/** A check names the one original that lost a byte. */
async function expectDamageNoticed(settings: Record<string, string> & { DATA_DIR: string }) {
  const original = path.join(settings.DATA_DIR, 'datasets/At work/eye-0.png')
  const content = await readFile(original)
  await writeFile(original, content.subarray(1))
  await expect(command('check-data', [], settings)).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^damaged: datasets\/At work\/eye-0.png\n.* NOT INTACT/),
  })
  await writeFile(original, content)
}

/** Restores into a new folder, with a database of its own, and reads everything there. */
async function restore(
  { BACKUP_KEY_FILE }: { BACKUP_KEY_FILE: string },
  { backups, name }: { backups: string; name: string },
) {
  const target = path.join(await temporaryFolder(), 'data')
  const options = ['--from', backups, '--backup', name]
  await command('restore', options, { BACKUP_KEY_FILE, DATA_DIR: target })
  const again = command('restore', options, { BACKUP_KEY_FILE, DATA_DIR: target })
  await expect(again).rejects.toThrow('is not empty')
  await using postgres = await startEmbeddedPostgres(path.join(target, 'database'))
  const [rows, references] = await withClient(postgres.owner, async (client) => [
    await rowsOf(client),
    await storedReferences(client),
  ])
  return { target, rows, references, files: await filesOf(target) }
}

/** Digests of the files that a backup has, by their paths. */
async function filesOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, string>()
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    const inside = path.relative(folder, file)
    if (/^(?:database|renditions|temporary|secret\.key)(?:\/|$)/.test(inside)) continue
    const digest = createHash('sha256').update(await readFile(file))
    files.set(inside, digest.digest('hex'))
  }
  return files
}
