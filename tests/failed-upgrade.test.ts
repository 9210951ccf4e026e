import { readFile } from 'node:fs/promises'
import path from 'node:path'

import type { ClientBase } from 'pg'
import { expect, onTestFinished, test } from 'vitest'

import { withClient } from '../apps/server/src/platform/database/database.ts'
import { rowsOf } from './database-rows.ts'
import { signedIn } from './http-client.ts'
import { command, givenInstallation } from './operator.ts'
import { startFovea } from './running-fovea.ts'
import { whatIsThere } from './upgrade/what-is-there.ts'

const version = '2026-11-22-eaedb51'

test('an upgrade that fails midway leaves the database to the earlier version, and can be repeated', async () => {
  const { owner, settings, dataFolder } = await givenInstallation(version)
  // In the way of a migration after several others.
  await withClient(owner, (client) => client.query('create table saved_filter (name text)'))
  const before = await withClient(owner, contentOf)

  const started = command('main', [], { ...settings, DATA_DIR: dataFolder, DICOM_PORT: '0' })
  await expect(started).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^The database was not upgraded: the migration 0059_saved_filters\.sql failed: .*still works with it\. Start that version/s,
    ),
  })
  expect(await withClient(owner, contentOf)).toEqual(before)

  await withClient(owner, (client) => client.query('drop table saved_filter'))
  const fovea = await startFovea(settings, dataFolder)
  onTestFinished(() => fovea.stop())
  const seen = await seenIn(version)
  const kim = await signedIn(fovea.address, 'kim')
  // Times of images are read again in the background.
  await expect
    .poll(async () => JSON.stringify(await whatIsThere(kim)), { timeout: 30_000 })
    .toBe(JSON.stringify(seen))
})

async function seenIn(name: string): Promise<unknown> {
  const file = path.join(import.meta.dirname, 'fixtures/upgrade', name, 'seen.json')
  return (JSON.parse(await readFile(file, 'utf8')) as { kim: unknown }).kim
}

/** All tables with their columns, rows, sequences and applied migrations. */
async function contentOf(client: ClientBase) {
  const { rows: columns } = await client.query<{ column: string }>(`
    select format('%s.%s %s', attrelid::regclass, attname, format_type(atttypid, atttypmod)) as column
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and attnum > 0 and relnamespace in ('public'::regnamespace, 'queue'::regnamespace)
    order by 1`)
  return { columns, rows: await rowsOf(client) }
}
