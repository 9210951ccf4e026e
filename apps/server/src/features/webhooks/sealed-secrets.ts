import type { Db } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { WebhookRow } from './queries.ts'

/** Binds a sealed secret to its dataset: it cannot be moved to another one. */
const purposeFor = (datasetId: number): string => `secret of a webhook of dataset ${datasetId}`

export function sealSecret(secrets: Secrets, datasetId: number, secret: string): string {
  return secrets.seal(secret, purposeFor(datasetId))
}

/** The secrets that sign now, the present one first; undefined if no key opens that. */
export function secretsOf(
  secrets: Secrets,
  webhook: WebhookRow,
  now: Date,
): readonly [string, ...string[]] | undefined {
  const { former_secret: former, former_until: until } = webhook
  const open = (sealed: string) => secrets.open(sealed, purposeFor(webhook.dataset_id))
  const present = open(webhook.secret)
  if (present === undefined) return undefined
  const alsoFormer = former !== null && until !== null && until > now ? open(former) : undefined
  return alsoFormer === undefined ? [present] : [present, alsoFormer]
}

/** Seals all secrets with the present key. @returns how many, and how many no key opens */
export async function resealWebhooks(
  db: Db,
  secrets: Secrets,
): Promise<{ sealed: number; lost: number }> {
  const count = { sealed: 0, lost: 0 }
  const rows = await db.selectFrom('webhook').selectAll().execute()
  for (const row of rows) {
    const anew = (sealed: string | null): string | null => {
      const secret = sealed === null ? undefined : secrets.open(sealed, purposeFor(row.dataset_id))
      return secret === undefined ? null : sealSecret(secrets, row.dataset_id, secret)
    }
    const secret = anew(row.secret)
    count[secret === null ? 'lost' : 'sealed'] += 1
    if (secret === null) continue
    await db
      .updateTable('webhook')
      .set({ secret, former_secret: anew(row.former_secret) })
      .where('id', '=', row.id)
      .execute()
  }
  return count
}
