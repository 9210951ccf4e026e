import { randomUUID } from 'node:crypto'

import { uidOfUuid } from '#dicom/uid'

import type { Db } from '../../platform/database/database.ts'

/** What a UID is of; its owner tells which one. */
export type UidKind = 'study' | 'series' | 'instance' | 'synchronization'

/** The UID of what is written in DICOM: a new one at the first time, and that one ever after. */
export async function uidFor(db: Db, kind: UidKind, owner: string): Promise<string> {
  await db
    .insertInto('dicom_uid')
    .values({ kind, owner, uid: uidOfUuid(randomUUID()) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { uid } = await db
    .selectFrom('dicom_uid')
    .select('uid')
    .where('kind', '=', kind)
    .where('owner', '=', owner)
    .executeTakeFirstOrThrow()
  return uid
}
