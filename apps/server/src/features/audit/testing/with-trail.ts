import { login } from '#contract/account'
import { verifyAudit } from '#contract/audit'
import { listMembers } from '#contract/datasets'

import { goodPassword } from '../../../testing/given.ts'
import { startApp } from '../../../testing/start-app.ts'
import { proofOf } from '../seal.ts'

/** A server with a trail of eight rows, and somebody who may change its rows in the database. */
export async function withTrail() {
  const started = await startApp()
  const admin = await started.given.user('admin', { isAdmin: true })
  const kim = await started.given.user('kim')
  for (const user of [admin, kim])
    await user.call(login, { body: { username: user.username, password: goodPassword } })
  const dataset = await started.given.dataset(kim)
  for (let i = 0; i < 5; i += 1) await kim.call(listMembers, { params: { id: dataset.id } })
  const verify = async () => (await admin.call(verifyAudit)).body
  /** Simulates an attacker with the database's password. */
  const tamper = async (statement: string) => {
    await started.asOwner(
      `set session_replication_role = replica; ${statement}; reset session_replication_role`,
    )
  }
  const proof = proofOf(started.parts)
  return { ...started, admin, kim, dataset, verify, tamper, proof }
}
