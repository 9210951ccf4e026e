import type { PacsChange } from '#contract/pacs'

import type { Db } from '../../platform/database/database.ts'
import { OutboundError } from '../../platform/http/outbound-error.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { changeSettings, type DatasetRow } from '../datasets/queries.ts'
import { purposeOf } from '../datasets/sealed-passwords.ts'
import { usualPort } from './archive.ts'
import { commitmentOutboxMessage, sendingOutboxMessage } from './outbox-messages.ts'
import { changedWebSettings } from './web-settings.ts'

interface PacsDeps {
  readonly outbound: Outbound
  readonly outbox: Outbox
  readonly secrets: Secrets
}

/**
 * Changes the archive of a dataset; waiting objects are sent there at once.
 * @throws {Problem} host_not_allowed if the operator's list does not have its hosts
 */
export async function changePacs(
  db: Db,
  { outbound, outbox, secrets }: PacsDeps,
  { dataset, change }: { dataset: DatasetRow; change: PacsChange },
): Promise<void> {
  refuseUnlistedHosts(outbound, change)
  const { settings, password } = changedWebSettings({ secrets }, dataset, change)
  const sealed = password === '' ? undefined : secrets.seal(password, purposeOf(dataset, 'PACS'))
  await changeSettings(db, dataset.id, { PACS: { ...settings, WEBPASSWORD: sealed } })
  const waiting = await db
    .selectFrom('pacs_sending')
    .innerJoin('image', 'image.id', 'pacs_sending.image_id')
    .select('pacs_sending.id')
    .where('image.dataset_id', '=', dataset.id)
    .where((eb) => eb.or([eb('state', '=', 'waiting'), eb('commitment', '=', 'asked')]))
    .execute()
  const keys = waiting.map(({ id }) => String(id))
  for (const { name } of [sendingOutboxMessage, commitmentOutboxMessage])
    await outbox.hasten(db, name, keys)
}

function refuseUnlistedHosts(
  outbound: Outbound,
  { IP, PORT, DICOMWEB }: Pick<PacsChange, 'IP' | 'PORT' | 'DICOMWEB'>,
): void {
  try {
    if (IP !== '') outbound.checkHost({ host: IP, port: PORT, usualPort })
    if (DICOMWEB !== '') outbound.check(new URL(DICOMWEB))
  } catch (error) {
    throw error instanceof OutboundError ? new Problem('host_not_allowed', error.told) : error
  }
}
