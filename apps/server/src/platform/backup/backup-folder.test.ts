import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { BackupError, openBackupFolder } from './backup-folder.ts'
import type { Manifest } from './manifest.ts'
import { DamagedObject } from './objects.ts'

async function emptyFolder(): Promise<string> {
  const root = await mkdtemp(path.join(tmpdir(), 'fovea-backup-'))
  onTestFinished(() => rm(root, { recursive: true }))
  return root
}

const manifest: Manifest = {
  form: 1,
  at: '2026-01-31T10:20:30.000Z',
  product: '1.0.0',
  secret_key: 'abc',
  database: { migrations: ['0001_accounts.sql'], queue: 1, tables: [], sequences: [] },
  files: [],
  missing: [],
}

function withFiles(at: string, contents: { sha256: string; size: number }[]): Manifest {
  const files = contents.map((content, i) => ({ path: `datasets/${i}`, modified: 0, ...content }))
  return { ...manifest, at, files }
}

const note = 'Kim, Minji: drusen in the left eye'

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(text))
}

/** The files of all contents. */
async function contentFiles(root: string): Promise<string[]> {
  const folder = path.join(root, 'objects')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}

test.each([
  ['without a key', undefined],
  ['with a key', randomBytes(32)],
])('%s, a content is stored once, and a changed one is noticed', async (_, key) => {
  const root = await emptyFolder()
  await using folder = await openBackupFolder(root, { key, write: true })
  const { sha256, size } = await folder.objects.put(bytesOf(note))
  expect(size).toBe(note.length)
  await folder.objects.put(bytesOf(note))
  const [file = '', ...others] = await contentFiles(root)
  expect(others).toEqual([])
  expect(Buffer.concat(await Array.fromAsync(folder.objects.read(sha256))).toString()).toBe(note)

  const stored = await readFile(file)
  expect(stored.includes('drusen') || file.includes(sha256)).toBe(key === undefined)
  stored[20] = (stored[20] ?? 0) ^ 1
  await writeFile(file, stored)
  await expect(folder.objects.verify(sha256)).rejects.toThrow(DamagedObject)
})

test('a backup counts once its list of contents is written, and only its key opens it', async () => {
  const root = await emptyFolder()
  const key = randomBytes(32)
  {
    await using folder = await openBackupFolder(root, { key, write: true })
    await folder.objects.put(bytesOf(note))
    expect(await folder.names()).toEqual([])
    const name = await folder.add(manifest)
    expect(await folder.names()).toEqual([name])
    expect(await folder.read(name)).toEqual(manifest)
  }
  for (const other of [undefined, randomBytes(32)]) {
    await expect(openBackupFolder(root, { key: other, write: true })).rejects.toThrow(
      /BACKUP_KEY_FILE/,
    )
  }
})

test('a folder with other files does not become one for backups', async () => {
  const root = await emptyFolder()
  await writeFile(path.join(root, 'thesis.txt'), 'mine')
  const opening = openBackupFolder(root, { key: undefined, write: true })
  await expect(opening).rejects.toThrow(BackupError)
  expect(await readdir(root)).toEqual(['thesis.txt'])
})

test('old backups are removed with the contents that no other has, and only by one process', async () => {
  const root = await emptyFolder()
  const key = randomBytes(32)
  await using folder = await openBackupFolder(root, { key, write: true })
  const other = openBackupFolder(root, { key, write: true })
  await expect(other).rejects.toThrow('Another backup')
  const put = (text: string) => folder.objects.put(bytesOf(text))
  const [shared, old, current] = [await put('shared'), await put('old'), await put('current')]
  await folder.add(withFiles('2026-01-01T00:00:00.000Z', [shared, old]))
  const kept = await folder.add(withFiles('2026-01-02T00:00:00.000Z', [shared, current]))
  expect(await folder.prune(5)).toBe(0)
  await folder.objects.verify(old.sha256)

  expect(await folder.prune(1)).toBe(1)
  expect(await folder.names()).toEqual([kept])
  expect((await folder.read(kept)).files).toHaveLength(2)
  await folder.objects.verify(shared.sha256)
  await folder.objects.verify(current.sha256)
  expect(await folder.objects.has(old.sha256)).toBe(false)
})
