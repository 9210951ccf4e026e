import { randomUUID } from 'node:crypto'

import { uidOfUuid } from '#dicom/uid'

import type { Db } from '../../../platform/database/database.ts'

/** The kind of object that a UID identifies; the owner determines which one. */
type UidKind =
  | 'study'
  | 'series'
  | 'instance'
  | 'synchronization'
  | 'tracking'
  | 'dimension'
  | 'device'

/** The UID of a DICOM object: generated on first use, and the same ever after. */
export async function uidFor(db: Db, kind: UidKind, owner: string): Promise<string> {
  const [uid = ''] = await uidsFor(db, kind, [owner])
  return uid
}

/** Like {@link uidFor}, for many, in their order. */
export async function uidsFor(
  db: Db,
  kind: UidKind,
  owners: readonly string[],
): Promise<readonly string[]> {
  const distinct = [...new Set(owners)]
  await db
    .insertInto('dicom_uid')
    .values(distinct.map((owner) => ({ kind, owner, uid: uidOfUuid(randomUUID()) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = await db
    .selectFrom('dicom_uid')
    .select(['owner', 'uid'])
    .where('kind', '=', kind)
    .where('owner', 'in', distinct)
    .execute()
  const uids = new Map(rows.map(({ owner, uid }) => [owner, uid]))
  return owners.map((owner) => uids.get(owner) ?? '')
}
