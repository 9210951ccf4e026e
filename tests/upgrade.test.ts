import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { login } from '#contract/account'
import { getAnnotatorData } from '#contract/annotations'
import { listAudit, verifyAudit } from '#contract/audit'
import { getDatasetData, listDatasets } from '#contract/datasets'
import { getFhir } from '#contract/fhir'
import { isMessageKey } from '#contract/messages/message'
import { listReviews } from '#contract/reviews'
import { listTasks } from '#contract/tasks'

import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { messages as korean } from '../apps/web/src/i18n/ko/messages.ts'
import { createEmptyDatabase } from '../apps/server/src/testing/test-database.ts'
import { signedIn, type NetworkClient } from './http-client.ts'
import { startFovea } from './running-fovea.ts'
import { reviewedResults } from './upgrade/reviewed-results.ts'
import { whatIsAdministered, whatIsThere } from './upgrade/what-is-there.ts'

const fixtures = path.join(import.meta.dirname, 'fixtures/upgrade')
const versions = readdirSync(fixtures, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

/** The last one that kept results without their analyses. */
const withoutAnalyses = '2026-11-22-eaedb51'

/** The last one without roles. */
const withoutRoles = '2026-11-25-3ba2cdd'

/** The first one with sites, groups, second factors and emergency access. */
const firstWithSites = '2026-11-26-5bad8a2'

/** Tables of earlier versions whose rows have moved to another. */
const moved: Readonly<Record<string, string>> = { dataset_clinician: 'dataset_member' }

/** Kept for a while only, by any version. */
const passing = new Set([
  'presence',
  'session',
  'sign_in_failure',
  'sign_in_failure_from',
  'dicom_arrival',
  'migration',
])

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
  const headsBefore = await headsOf(dataFolder)
  const reviewedBefore = await reviewedResults(owner)
  expect(reviewedBefore.size).toBeGreaterThan(0)

  // Retention periods start when the fixture was made, which may be long ago.
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

  const choi = await signedIn(fovea.address, 'lee')
  await choi.call(login, { body: { username: 'choi', password: 'Some-Word-9' } })

  if (version >= firstWithSites) await checkSites(fovea.address)

  expect(await openFilesOf(dataFolder)).toEqual([])

  const { events } = await kim.call(listAudit, { query: { limit: 1000 } })
  expect(events.map(({ action }) => action)).toContain('reviewAnalysis')
  expect(await kim.call(verifyAudit)).toMatchObject({ intact: true, findings: [] })

  expect(await reviewedResults(owner)).toEqual(reviewedBefore)
  const namesOf = await namedResults(kim)
  expect(namesOf.reviewed).not.toEqual([])
  expect(namesOf.reviewed.filter((id) => !namesOf.quality.has(id))).toEqual([])

  const rowsAfter = await rowsOf(owner)
  expect([...rowsBefore].filter((row) => !rowsAfter.has(row))).toEqual([])
  const filesAfter = await filesOf(dataFolder)
  expect([...filesBefore].filter(([file, hash]) => filesAfter.get(file) !== hash)).toEqual([])
  expect((await headsOf(dataFolder)).slice(0, headsBefore.length)).toBe(headsBefore)
})

/** The site sees its own datasets alone, and a second factor is still asked for. */
async function checkSites(address: string): Promise<void> {
  const north = await signedIn(address, 'north')
  const names = (await north.call(listDatasets)).datasets.map(({ name }) => name)
  expect(names).toContain('North clinic')
  expect(names).not.toContain('Clinic')
  await expect(signedIn(address, 'park')).rejects.toThrow('second_factor_required')
}

/** The results by which calls name analyses: those that reviews and messages name, and all there are. */
async function namedResults(client: NetworkClient) {
  const { datasets } = await client.call(listDatasets, { query: { limit: 1000 } })
  const named = { reviewed: new Array<number>(), quality: new Set<number | undefined>() }
  for (const { id } of datasets) {
    const { images } = await client.call(getDatasetData, { params: { id }, query: { limit: 1000 } })
    for (const image of images) {
      const query = { original_id: image.id }
      const reviews = await client.call(listReviews, { query })
      const { resultId } = await client.call(getFhir, { query })
      const data = await client.call(getAnnotatorData, { params: { id: image.id } })
      named.reviewed.push(...reviews.map((review) => review.analysis_id))
      if (resultId !== null) named.reviewed.push(resultId)
      named.quality.add(data.image.results['quality']?.id)
    }
  }
  return named
}

test('reviews and messages of an earlier version stay with their analysis, one of many', async () => {
  const database = await createEmptyDatabase()
  onTestFinished(() => database[Symbol.asyncDispose]())
  const owner = database.owner.connectionString
  const fixture = path.join(fixtures, withoutAnalyses)
  await restore(owner, await readFile(path.join(fixture, 'database.sql'), 'utf8'))
  const client = new Client({ connectionString: owner })
  await client.connect()
  onTestFinished(() => client.end())
  // Image 1 was analysed before, which was confirmed, and an assistant searched it twice.
  const { rows: added } = await client.query<{ id: number }>(`
    insert into analysis_result (image_id, kind, name, model_name, model_version, image_sha256,
      width, height, numbers, created_at, replaced_at, corrected_by, corrected_at)
    select 1, kind, kind, '', '', '', 8, 8, '{}', made::timestamptz, replaced::timestamptz,
      case when kind = 'zones' then 'kim' end, case when kind = 'zones' then now() end
    from (values ('lesions', '2026-01-01', '2026-03-01'), ('zones', '2026-02-01', '2026-11-22'),
      ('quality', '2026-02-01', '2026-11-22'), ('lesions', '2026-03-01', null))
      as old (kind, made, replaced)
    returning id`)
  const [, zones = 0, quality = 0] = added.map(({ id }) => id)
  await client.query(`insert into analysis_review
    (analysis_id, decision, note, reviewer_username, reviewer_name, reviewed_at)
    values (${quality}, 'confirmed', 'of the earlier one', 'kim', 'kim', now())`)
  const reviewed = await reviewedResults(owner)
  await migrate(client)
  expect(await reviewedResults(owner)).toEqual(reviewed)
  expect([...reviewed.values()]).toContainEqual([zones, quality])

  const { rows: analyses } = await client.query(`
    select purpose, corrected_by, replaced_at is null as is_current, count(*)::int as results
    from analysis join analysis_result as result on result.analysis_id = analysis.id
    where image_id = 1 group by analysis.id order by analysis.created_at`)
  const facts = analyses.map((each: object) => Object.values(each).join(' '))
  expect(facts).toEqual([
    'proposals  false 1',
    'findings kim false 2',
    'proposals  true 1',
    'findings  true 8',
  ])
  const { rows: waiting } = await client.query<{ kind: string; is_known: boolean }>(`
    select kind, exists (select from analysis where id = (payload ->> 'analysisId')::int
      and analysis.image_id = outbox.image_id) as is_known
    from outbox where kind in ('mics-result', 'fhir-result')`)
  expect(waiting.map(({ is_known }) => is_known)).toEqual([true, true, true, true])
  const { rows: next } = await client.query<{ id: number }>(`
    insert into analysis (image_id, purpose, image_sha256, width, height, created_at, replaced_at)
    values (1, 'findings', '', 8, 8, now(), now()) returning id`)
  // An id that an earlier message uses for a result must not become that of a new analysis.
  expect(next[0]?.id).toBeGreaterThan(Math.max(...added.map(({ id }) => id)))
})

test('members become graders, and clinicians if they were named or had reviewed before', async () => {
  const database = await createEmptyDatabase()
  onTestFinished(() => database[Symbol.asyncDispose]())
  const owner = database.owner.connectionString
  const fixture = path.join(fixtures, withoutRoles)
  await restore(owner, await readFile(path.join(fixture, 'database.sql'), 'utf8'))
  const client = new Client({ connectionString: owner })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`
    insert into app_user (username, password_hash, is_admin)
    select name, '-', name like 'admin%'
    from unnest(array['named', 'rejected', 'withdrawn', 'admin.named', 'admin.other', 'reader', 'former']) as name;
    insert into dataset_member (dataset_id, user_id)
    select 5, id from app_user where username in ('named', 'rejected', 'withdrawn', 'reader');
    insert into dataset_clinician (dataset_id, user_id)
    select 5, id from app_user where username in ('named', 'admin.named', 'former');
    insert into analysis_review
      (analysis_id, decision, note, reviewer_id, reviewer_username, reviewer_name, reviewed_at)
    select (select analysis.id from analysis join image on image.id = image_id
        where dataset_id = 5 order by analysis.id limit 1),
      'rejected', '', id, username, '', case username when 'rejected' then now() else '2026-01-01' end
    from app_user where username in ('rejected', 'withdrawn', 'former');
    insert into audit_event
      (at, user_id, username, address, action, object_type, object_id, dataset_id, outcome)
    values ('2026-02-01', 1, 'kim', '', 'nameClinicians', 'dataset', 5, 5, 200)`)
  await migrate(client)
  const { rows } = await client.query<{ username: string; role: string }>(`
    select username, role from dataset_member join app_user on app_user.id = user_id
    where dataset_id = 5 order by app_user.id`)
  expect(rows.map(({ username, role }) => `${username} ${role}`)).toEqual([
    'lee clinician',
    'named clinician',
    'rejected clinician',
    'withdrawn grader',
    'admin.named clinician',
    'reader grader',
  ])
})

async function restore(connectionString: string, statements: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  await client.query(statements)
  await client.end()
}

/** All rows that must survive, by their tables and primary keys; partitions have their own. */
async function rowsOf(connectionString: string): Promise<Set<string>> {
  const client = new Client({ connectionString })
  await client.connect()
  const { rows: tables } = await client.query<{ part: string; name: string; columns: string }>(`
    select conrelid::regclass::text as part,
      coalesce(pg_partition_root(conrelid), conrelid)::regclass::text as name, string_agg(format('%I::text', attname), ', ' order by attnum) as columns
    from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'p' and connamespace = 'public'::regnamespace
    group by conrelid`)
  const found = new Set<string>()
  for (const { part, name, columns } of tables) {
    if (passing.has(name)) continue
    const query = `select concat_ws(' ', '${moved[name] ?? name}', ${columns}) as row from ${part}`
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

/** Files below the data folder that other accounts than the server's may read or list. */
async function openFilesOf(folder: string): Promise<string[]> {
  const open: string[] = []
  for (const name of await readdir(folder, { recursive: true })) {
    const { mode } = await stat(path.join(folder, name))
    if ((mode & 0o077) !== 0) open.push(name)
  }
  return open
}

/** The log of the audit trail's heads grows; versions before it have none. */
const headsLog = 'audit-heads.log'

function headsOf(folder: string): Promise<string> {
  return readFile(path.join(folder, headsLog), 'utf8').catch(() => '')
}

/** Digests of all files that do not grow, by their paths. */
async function filesOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, string>()
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    const digest = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
    if (entry.name !== headsLog) files.set(path.relative(folder, file), digest)
  }
  return files
}
