import { createHash, randomBytes } from 'node:crypto'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { verifyAudit } from '#contract/audit'
import { listMembers } from '#contract/datasets'

import { checkTrail } from './check-trail.ts'
import { pruneAudit, sealAudit } from './seal.ts'
import { withTrail } from './testing/with-trail.ts'

test('a long trail is checked in stretches', async () => {
  const { admin, db, tamper } = await withTrail()
  await sql`
    insert into audit_event (username, address, action, object_type, outcome)
    select 'machine', '::1', 'getImage', 'image', 200 from generate_series(1, 20500)`.execute(db)
  const first = (await admin.call(verifyAudit)).body
  expect(first).toMatchObject({ intact: true, findings: [] })
  expect(first.left).toBeGreaterThan(500)
  const after = first.next ?? 0
  const second = (await admin.call(verifyAudit, { query: { after } })).body
  expect(second).toMatchObject({ intact: true, checked: first.left, left: 0, next: null })
  await tamper(`update audit_event set username = 'nobody' where seal_number = ${after + 100}`)
  const third = (await admin.call(verifyAudit, { query: { after } })).body
  expect(third).toMatchObject({ intact: false, left: 0, next: null })
  expect(third.findings).toMatchObject([{ kind: 'changed', from_seal: after + 100 }])
})

const keylessSeals = `
  with recursive chain as (
    select seal_number, hash from audit_event where seal_number = 2
    union all
    select e.seal_number, sha256(chain.hash || convert_to(to_jsonb(e)::text, 'utf8'))
    from chain join audit_event e on e.seal_number = chain.seal_number + 1
  )
  update audit_event e set hash = chain.hash, seal_version = null
  from chain where chain.seal_number = e.seal_number and e.seal_number > 2`

test.each([
  ['changed', `update audit_event set username = 'nobody' where seal_number = 3`, 'changed', 3, 3],
  [
    'changed in its time, as two that are swapped are',
    `update audit_event set at = at + interval '1 hour' where seal_number in (2, 3)`,
    'changed',
    2,
    3,
  ],
  ['removed in the middle', 'delete from audit_event where seal_number = 3', 'removed', 3, 3],
  ['removed at the end', 'delete from audit_event where seal_number > 4', 'removed_at_end', 5, 8],
  ['emptied', 'truncate audit_event', 'emptied', 1, 8],
  [
    'emptied as if its time were over',
    `insert into audit_anchor (seal_number, hash) select seal_number, hash from audit_event
       order by seal_number desc limit 1; truncate audit_event`,
    'emptied',
    1,
    8,
  ],
  ['sealed again without the key', keylessSeals, 'resealed', 3, 8],
] as const)('a trail that was %s is found out', async (...given) => {
  const [, statement, kind, from_seal, to_seal] = given
  const { proof, tamper, admin, kim, dataset } = await withTrail()
  await sealAudit(proof)
  expect(await checkTrail(proof, 0)).toMatchObject({ checked: 8, findings: [], next: null })
  await tamper(statement)
  const finding = { kind, from_seal, to_seal }
  expect((await checkTrail(proof, 0)).findings).toMatchObject([finding])
  // Later rows must not cover it up.
  await kim.call(listMembers, { params: { id: dataset.id } })
  const later = (await admin.call(verifyAudit)).body
  expect(later.intact).toBe(false)
  expect(later.findings).toMatchObject([{ from_seal, to_seal }])
})

test('rows whose seals were removed are sealed again by the server, which is detected', async () => {
  const { proof, tamper } = await withTrail()
  await sealAudit(proof)
  await tamper(`
    update audit_event set username = 'nobody' where seal_number = 4;
    update audit_event set seal_number = null, hash = null, seal_version = null where seal_number > 3`)
  await sealAudit(proof)
  expect((await checkTrail(proof, 0)).findings).toMatchObject([
    { kind: 'resealed', from_seal: 4, to_seal: 8 },
  ])
})

test('a changed, shortened or removed file of heads is detected', async () => {
  const { proof, kim, dataset, tamper } = await withTrail()
  await sealAudit(proof)
  expect((await stat(proof.file)).mode & 0o777).toBe(0o600)
  const genuine = await readFile(proof.file, 'utf8')
  const kinds = async (text: string) => {
    await writeFile(proof.file, text)
    return (await checkTrail(proof, 0)).findings.map(({ kind }) => kind)
  }
  expect(await kinds(genuine.replace(' 0000000000000008 ', ' 0000000000000007 '))).toEqual([
    'heads_changed',
  ])
  // A partly written line, as left by a power cut, does not count.
  expect(await kinds(`${genuine}2026-`)).toEqual([])
  await kim.call(listMembers, { params: { id: dataset.id } })
  await sealAudit(proof)
  expect((await checkTrail(proof, 0)).findings).toEqual([])
  await rm(proof.file)
  expect((await checkTrail(proof, 0)).findings).toMatchObject([{ kind: 'heads_missing' }])
  await sealAudit(proof)
  expect((await checkTrail(proof, 0)).findings).toMatchObject([{ kind: 'heads_missing' }])
  await tamper('delete from audit_event where seal_number = 9')
  expect((await checkTrail(proof, 0)).findings).toMatchObject([
    { kind: 'heads_missing' },
    { kind: 'removed_at_end', from_seal: 9 },
  ])
})

test('a chain from before the key continues, and is closed by the file of heads', async () => {
  const { db, proof, tamper } = await withTrail()
  const rows = await db.selectFrom('audit_event').selectAll().orderBy('id').execute()
  let hash = Buffer.alloc(32)
  for (const [index, row] of rows.entries()) {
    const { seal_number: _, hash: _hash, seal_version: _version, at, ...rest } = row
    const content = JSON.stringify({ ...rest, at: at.toISOString() })
    hash = createHash('sha256').update(hash).update(content).digest()
    await tamper(`update audit_event set seal_number = ${index + 1},
      hash = decode('${hash.toString('hex')}', 'hex') where id = ${row.id}`)
  }
  expect(await checkTrail(proof, 0)).toMatchObject({ checked: 8, findings: [] })
  await sealAudit(proof)
  expect(await checkTrail(proof, 0)).toMatchObject({ checked: 8, findings: [] })
  await tamper(keylessSeals)
  expect((await checkTrail(proof, 0)).findings).toMatchObject([
    { kind: 'changed', from_seal: 3, to_seal: 7 },
    { kind: 'resealed', from_seal: 8, to_seal: 8 },
  ])
})

test('after a new key, only what was sealed before may bear a seal of the former one', async () => {
  const { kim, dataset, proof, tamper } = await withTrail()
  const list = () => kim.call(listMembers, { params: { id: dataset.id } })
  await sealAudit(proof)
  const renewed = { ...proof, keys: [...proof.keys, randomBytes(32)] }
  await list()
  await sealAudit(renewed)
  await list()
  await sealAudit(renewed)
  const heads = await readFile(proof.file, 'utf8')
  expect(await checkTrail(renewed, 0)).toMatchObject({ checked: 10, findings: [] })
  expect((await checkTrail(proof, 0)).findings).not.toEqual([])

  // With the former key alone, somebody changes a row, and seals the rows from there on and all heads.
  await tamper(`update audit_event set outcome = 404 where seal_number = 9;
    update audit_event set seal_number = null, hash = null, seal_version = null where seal_number > 8`)
  await writeFile(proof.file, heads.slice(0, heads.indexOf('\n') * 2))
  await sealAudit(proof)
  expect((await checkTrail(proof, 0)).findings).toEqual([])
  expect((await checkTrail(renewed, 0)).findings).toMatchObject([{ kind: 'heads_changed' }])
  await writeFile(proof.file, heads)
  expect((await checkTrail(renewed, 0)).findings).toMatchObject([
    { kind: 'resealed', from_seal: 9 },
  ])
})

test('a column added later makes no old row look changed', async () => {
  const { proof, asOwner } = await withTrail()
  await sealAudit(proof)
  await asOwner(`alter table audit_event add column reason text default 'none'`)
  expect((await checkTrail(proof, 0)).findings).toEqual([])
})

/** A detectable change of a value, by the type of its column. */
const changes: Readonly<Record<string, (column: string) => string>> = {
  bigint: (column) => `coalesce(${column}, 0) + 1000`,
  integer: (column) => `coalesce(${column}, 0) + 1000`,
  smallint: (column) => `coalesce(${column}, 0) + 1`,
  text: (column) => `${column} || 'x'`,
  jsonb: (column) => `${column} || '{"changed": true}'`,
  'timestamp with time zone': (column) => `${column} + interval '1 millisecond'`,
}

test('a change of any column of a sealed row is detected', async () => {
  const { db, proof, tamper, asOwner } = await withTrail()
  await sealAudit(proof)
  const { rows: columns } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_name = 'audit_event' and column_name not in ('seal_number', 'hash', 'seal_version')
  `.execute(db)
  expect(columns.map(({ name }) => name)).toContain('detail')
  await asOwner('alter table audit_event alter column id drop identity')
  await asOwner('create table unchanged as select * from audit_event where seal_number = 3')
  for (const { name, type } of columns) {
    const changed = changes[type]?.(name) ?? ''
    await tamper(`update audit_event set ${name} = ${changed} where seal_number = 3`)
    const { findings } = await checkTrail(proof, 0)
    expect({ name, findings }).toMatchObject({ findings: [{ kind: 'changed', from_seal: 3 }] })
    await tamper(`update audit_event set ${name} = unchanged.${name} from unchanged
      where audit_event.seal_number = 3`)
    expect((await checkTrail(proof, 0)).findings).toEqual([])
  }
})

test('only expired rows are removed, and the chain of the rest stays whole', async () => {
  const { db, tamper, proof, advance } = await withTrail()
  await tamper(`update audit_event set at = at - interval '800 days' where id < 4`)
  await sealAudit(proof)
  const first = async () =>
    db.selectFrom('audit_event').select('id').orderBy('id').limit(1).executeTakeFirst()
  // The file of heads states that they were sealed a moment ago.
  await pruneAudit(proof)
  expect(await first()).toEqual({ id: 1 })
  advance(801 * 86_400)
  await pruneAudit(proof)
  expect(await first()).toEqual({ id: 4 })
  await sql`select drop_expired_audit(1000)`.execute(db)
  expect(await first()).toEqual({ id: 4 })
  expect((await checkTrail(proof, 0)).findings).toEqual([])
})

test('a month that has expired as a whole is dropped, and the chain of the rest stays whole', async () => {
  const { db, tamper, proof, advance } = await withTrail()
  await tamper(`
    create temporary table kept as select * from audit_event order by id;
    update kept set at = case when id in (1, 2, 4) then '2020-01-31' else '2020-02-01' end::timestamptz
    where id < 5;
    do $$ declare part regclass; begin
      for part in select inhrelid from pg_inherits where inhparent = 'audit_event'::regclass loop
        execute format('drop table %s', part);
      end loop;
    end $$;
    create table audit_event_2020_01 partition of audit_event for values from ('2020-01-01') to ('2020-02-01');
    create table audit_event_2020_02 partition of audit_event for values from ('2020-02-01') to ('2020-03-01');
    create table audit_event_other partition of audit_event default;
    insert into audit_event overriding system value select * from kept`)
  const parts = async () =>
    (
      await sql<{ name: string }>`select relid::regclass::text as name
        from pg_partition_tree('audit_event') where isleaf order by 1`.execute(db)
    ).rows.map(({ name }) => name)
  await sealAudit(proof)
  advance(801 * 86_400)
  // The third row is the only one of its month, and was sealed before the last of the month before.
  await sql`select drop_expired_audit(3)`.execute(db)
  expect(await parts()).toEqual(['audit_event_2020_01', 'audit_event_other'])
  await pruneAudit(proof)
  expect(await parts()).toEqual(['audit_event_other'])
  expect((await checkTrail(proof, 0)).findings).toEqual([])
})

test('the application’s role may only add rows and seal them once', async () => {
  const { db, proof } = await withTrail()
  await sealAudit(proof)
  for (const statement of [
    'update audit_event set username = null',
    'delete from audit_event',
    'truncate audit_event',
    `insert into audit_event (at, username) values (now(), 'x')`,
    'update audit_event set seal_number = null',
    'update audit_anchor set seal_number = 8',
    'update audit_retention set days = 1',
    'alter table audit_event disable trigger audit_event_kept',
    'set session_replication_role = replica',
  ]) {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(
      /permission denied|must be owner|append-only/,
    )
  }
})

test('the owner cannot change, remove or empty it without removing its guard', async () => {
  const { asOwner } = await withTrail()
  for (const statement of [
    `update audit_event set username = 'nobody'`,
    'delete from audit_event',
    'truncate audit_event',
  ])
    await expect(asOwner(statement)).rejects.toThrow('append-only')
})

test('many concurrent rows are sealed in one chain', async () => {
  const { kim, dataset, verify, proof } = await withTrail()
  await Promise.all([
    ...Array.from({ length: 30 }, () => kim.call(listMembers, { params: { id: dataset.id } })),
    sealAudit(proof),
    sealAudit(proof),
  ])
  expect(await verify()).toMatchObject({ intact: true })
})
