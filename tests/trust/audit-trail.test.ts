import { expect, test } from 'vitest'

import { shareDataset } from '#contract/datasets'

import type { Db } from '../../apps/server/src/platform/database/database.ts'
import {
  aboutSomebodysData,
  ask,
  inputOf,
  inSafeOrder,
  world,
} from '../../apps/server/src/testing/every-call.ts'

test('every access to somebody’s data leaves exactly one row in the audit trail, refused or not', async () => {
  const { given, ids, kim, db } = await world()
  const stranger = await given.user('stranger')
  for (const [name, endpoint] of inSafeOrder(aboutSomebodysData)) {
    const before = await newestAudit(db)
    await ask(stranger, endpoint, inputOf(name, ids))
    const { status } = await ask(kim, endpoint, inputOf(name, ids))
    const rows = await auditSince(db, before)
    expect(rows.map((row) => [row.action, row.username, row.outcome])).toEqual([
      [name, 'stranger', 404],
      [name, 'kim', status],
    ])
  }
})

test('a change that fails leaves no trace but the refusal', async () => {
  const { kim, ids, db } = await world()
  const before = await newestAudit(db)
  await kim.call(shareDataset, { params: { id: ids.dataset }, body: { users: ['nobody'] } })
  const rows = await auditSince(db, before)
  expect(rows).toMatchObject([{ action: 'shareDataset', outcome: 400, dataset_id: ids.dataset }])
})

async function newestAudit(db: Db): Promise<number> {
  const row = await db
    .selectFrom('audit_event')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return row.id ?? 0
}

function auditSince(db: Db, id: number) {
  return db.selectFrom('audit_event').selectAll().where('id', '>', id).orderBy('id').execute()
}
