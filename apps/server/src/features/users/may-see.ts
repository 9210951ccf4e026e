import type { Db } from '../../platform/database/database.ts'
import { identityOf } from '../../platform/http/actor.ts'
import { isPermitted } from '../datasets/queries.ts'
import { findUserById } from './queries.ts'

/** Whether an account may see a dataset; false if it does not exist any more. */
export async function maySee(
  db: Db,
  { userId, datasetId }: { readonly userId: number; readonly datasetId: number },
): Promise<boolean> {
  const user = await findUserById(db, userId)
  if (user === undefined) return false
  return isPermitted(db, { ...identityOf(user), needs: 'view' }, datasetId)
}
