import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { login } from '#contract/account'
import { listAudit, verifyAudit } from '#contract/audit'
import { getDatasetData, listDatasets } from '#contract/datasets'
import { isMessageKey } from '#contract/messages/message'
import { listTasks } from '#contract/tasks'

import { messages as korean } from '../apps/web/src/i18n/ko/messages.ts'
import { createEmptyDatabase } from '../apps/server/src/testing/test-database.ts'
import { signedIn } from './http-client.ts'
import { startFovea } from './running-fovea.ts'
import { whatIsAdministered, whatIsThere } from './upgrade/what-is-there.ts'

const fixtures = path.join(import.meta.dirname, 'fixtures/upgrade')
const versions = readdirSync(fixtures, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** Kept for a while only, by any version. */
const passing = new Set(['presence', 'session', 'sign_in_failure', 'dicom_arrival', 'migration'])

test('there is an installation of an earlier version', () => {
  expect(versions).not.toEqual([])
})

test.each(versions)('an installation of %s is whole under this program', async (version) => {
  const fixture = path.join(fixtures, version)
  const database = await createEmptyDatabase()
  onTestFinished(() => database[Symbol.asyncDispose]())
  const owner = database.owner.connectionString
  await restore(owner, await readFile(path.join(fixture, 'database.sql'), 'utf8'))
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'fovea-upgraded-'))
  onTestFinished(() => rm(dataFolder, { recursive: true, force: true, maxRetries: 10 }))
  await cp(path.join(fixture, 'files'), dataFolder, { recursive: true })
  const [rowsBefore, filesBefore] = [await rowsOf(owner), await filesOf(dataFolder)]

  // Times of retention begin where the fixture was made, which may be long ago.
  const env = {
    DATABASE_URL: database.connection.connectionString,
    DATABASE_OWNER_URL: owner,
    AUDIT_RETENTION_DAYS: '36500',
  }
  const fovea = await startFovea(env, dataFolder)
  onTestFinished(() => fovea.stop())

  const seen: unknown = JSON.parse(await readFile(path.join(fixture, 'seen.json'), 'utf8'))
  const [kim, lee] = [await signedIn(fovea.address, 'kim'), await signedIn(fovea.address, 'lee')]
  // Times are read again in the background, of all that can say them.
  const times = async () => {
    const { datasets } = await kim.call(listDatasets, { query: { limit: 1000 } })
    const clinic = datasets.find(({ name }) => name === 'Clinic')
    const shown = await kim.call(getDatasetData, { params: { id: clinic?.id ?? 0 }, query: {} })
    return Object.fromEntries(shown.images.map((each) => [each.file_name, each.studyDate_image]))
  }
  await expect.poll(times).toMatchObject({
    'local.dcm': '2026-07-14T09:10:00',
    'offset.dcm': '2026-07-14T10:12:30+09:00',
    'timeless.dcm': '2026-07-14',
    'zone.dcm': '2026-07-14T23:30:00+09:00',
  })
  const sameKind = {
    kim: await whatIsThere(kim),
    lee: await whatIsThere(lee),
    administered: await whatIsAdministered(kim),
  }
  expect(JSON.parse(JSON.stringify(sameKind))).toEqual(seen)
  const analysed = (await kim.call(listTasks)).find(({ name }) => name === 'Analysing local.dcm')
  expect(analysed?.name_told).toMatchObject({
    key: 'analysis.taskName',
    params: { file: 'local.dcm' },
  })
  expect(korean.analysis.taskName.replace('{{file}}', 'local.dcm')).toBe('local.dcm 분석')
  expect((await storedKeysOf(owner)).filter((key) => !isMessageKey(key))).toEqual([])
  expect(await storedKeysOf(owner)).not.toContain('stored.text')

  const choi = await signedIn(fovea.address, 'park')
  await choi.call(login, { body: { username: 'choi', password: 'Some-Word-9' } })

  expect(await openFilesOf(dataFolder)).toEqual([])

  const { events } = await kim.call(listAudit, { query: { limit: 1000 } })
  expect(events.map(({ action }) => action)).toContain('reviewAnalysis')
  expect(await kim.call(verifyAudit)).toMatchObject({ intact: true, findings: [] })

  const rowsAfter = await rowsOf(owner)
  expect([...rowsBefore].filter((row) => !rowsAfter.has(row))).toEqual([])
  const filesAfter = await filesOf(dataFolder)
  expect([...filesBefore].filter(([file, hash]) => filesAfter.get(file) !== hash)).toEqual([])
})

async function restore(connectionString: string, statements: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  await client.query(statements)
  await client.end()
}

/** All rows that must survive, by their tables and primary keys. */
async function rowsOf(connectionString: string): Promise<Set<string>> {
  const client = new Client({ connectionString })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string; columns: string }>(`
    select conrelid::regclass::text as name, string_agg(format('%I::text', attname), ', ' order by attnum) as columns
    from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'p' and connamespace = 'public'::regnamespace
    group by conrelid`)
  const found = new Set<string>()
  for (const { name, columns } of tables) {
    if (passing.has(name)) continue
    const query = `select concat_ws(' ', '${name}', ${columns}) as row from ${name}`
    const { rows } = await client.query<{ row: string }>(query)
    for (const { row } of rows) found.add(row)
  }
  await client.end()
  return found
}

/** The keys of all messages that are stored, with those of their reasons. */
async function storedKeysOf(connectionString: string): Promise<string[]> {
  const client = new Client({ connectionString })
  await client.connect()
  const { rows } = await client.query<{ key: string }>(`
    select distinct jsonb_path_query(message, 'lax $.**.key') #>> '{}' as key from (
      select name from task union all select group_name from task
      union all select text from task_log
      union all select prediction_status from image union all select undecodable from image
      union all select mics_failure from image union all select failure from outbox
    ) as stored (message)`)
  await client.end()
  return rows.map(({ key }) => key)
}

/** What other accounts than the server's may read or list, below the data folder. */
async function openFilesOf(folder: string): Promise<string[]> {
  const open: string[] = []
  for (const name of await readdir(folder, { recursive: true })) {
    const { mode } = await stat(path.join(folder, name))
    if ((mode & 0o077) !== 0) open.push(name)
  }
  return open
}

/** Digests of all files, by their paths. */
async function filesOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, string>()
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    const digest = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
    files.set(path.relative(folder, file), digest)
  }
  return files
}
