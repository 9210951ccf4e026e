/**
 * Fills an empty installation and keeps it as a fixture of this version: see the README of
 * tests/fixtures/upgrade. The PostgreSQL server must be one that the installed pg_dump can read.
 */
import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { Client } from 'pg'

import { freePort } from '../../apps/server/src/platform/free-port.ts'
import { signedIn } from '../http-client.ts'
import { startFovea } from '../running-fovea.ts'
import { environment, fill } from './fill.ts'
import { whatIsAdministered, whatIsThere } from './what-is-there.ts'

const [name, server] = process.argv.slice(2)
if (name === undefined || server === undefined)
  throw new Error('Usage: write-fixture.ts NAME postgres://an-empty-database')
const target = path.join(import.meta.dirname, '../fixtures/upgrade', name)
/** Recreated if missing, or specific to this machine. */
const leftOut = new Set(['database', 'renditions', 'temporary'])

const dicomPort = await freePort()
const settings = await mkdtemp(path.join(tmpdir(), 'fovea-settings-'))
const env = { ...(await environment(settings, dicomPort)), DATABASE_URL: server }
const fovea = await startFovea(env, await mkdtemp(path.join(tmpdir(), 'fovea-filled-')))
try {
  await fill(fovea, dicomPort)
  await allIsSealed(server)
  const [kim, lee] = [await signedIn(fovea.address, 'kim'), await signedIn(fovea.address, 'lee')]
  const seen = {
    kim: await whatIsThere(kim),
    lee: await whatIsThere(lee),
    administered: await whatIsAdministered(kim),
  }
  await allIsSealed(server)
  await fovea.stop()
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  await writeFile(path.join(target, 'seen.json'), `${JSON.stringify(seen, null, 1)}\n`)
  await writeFile(path.join(target, 'database.sql'), dump(server))
  await cp(fovea.dataFolder, path.join(target, 'files'), {
    recursive: true,
    filter: (file) => !leftOut.has(path.relative(fovea.dataFolder, file)),
  })
} finally {
  await fovea.stop()
  await rm(fovea.dataFolder, { recursive: true, force: true })
  await rm(settings, { recursive: true, force: true })
}

/** As statements that any client can send: lines that begin with a backslash are for psql only. */
function dump(address: string): string {
  const options = ['--no-owner', '--no-privileges', '--rows-per-insert=50', address]
  const text = execFileSync('pg_dump', options, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  return (
    text
      .replaceAll(/^\\.*\n/gm, '')
      // Since PostgreSQL 17, partitions inherit the identity columns of their table.
      .replaceAll(/^(INSERT INTO \S+) VALUES/gm, '$1 OVERRIDING SYSTEM VALUE VALUES')
  )
}

async function allIsSealed(address: string): Promise<void> {
  const client = new Client({ connectionString: address })
  await client.connect()
  const open = 'select count(*)::int as open from audit_event where hash is null'
  while ((await client.query<{ open: number }>(open)).rows[0]?.open !== 0)
    await new Promise((resolve) => setTimeout(resolve, 500))
  await client.end()
}
