import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { createDataset, listDatasets } from '#contract/datasets'
import { startScan } from '#contract/scans'

import { createTestDatabase } from '../apps/server/src/testing/test-database.ts'
import { signedIn } from './http-client.ts'
import { givenInstallation } from './processes.ts'

const root = path.join(import.meta.dirname, '..')

test('a process goes on while a newer version has migrated the database, and shares the work with it', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database[Symbol.asyncDispose]())
  const startProcess = await givenInstallation({
    DATABASE_URL: database.connection.connectionString,
    DATABASE_OWNER_URL: database.owner.connectionString,
  })
  const older = await startProcess({ ROLE: 'web' })
  const kim = await signedIn(older.address, 'kim')
  const { id } = await kim.call(createDataset, { body: { name: 'Before' } })
  const newer = await startProcess({}, await newerVersion())
  const lee = await signedIn(newer.address, 'lee')
  await lee.call(createDataset, { body: { name: 'Later' } })
  await kim.call(createDataset, { body: { name: 'After' } })
  const { datasets } = await kim.call(listDatasets)
  expect(datasets.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['After', 'Before', 'Later']),
  )
  const { id: task } = await kim.call(startScan, { params: { id } })
  expect((await kim.finished(task)).status).toBe('succeeded')
})

/** A copy of this program with another migration. @returns its folder */
async function newerVersion(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-newer-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(path.join(folder, 'apps/server'), { recursive: true })
  for (const part of ['package.json', 'packages', 'apps/server/src', 'apps/server/migrations'])
    await cp(path.join(root, part), path.join(folder, part), { recursive: true })
  for (const part of ['node_modules', 'models', 'apps/web'])
    await symlink(path.join(root, part), path.join(folder, part))
  await writeFile(
    path.join(folder, 'apps/server/migrations/9999_later.expand.sql'),
    'alter table dataset add column later text; create table later (id integer);',
  )
  return folder
}
