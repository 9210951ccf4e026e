import type { PacsChange } from '#contract/pacs'

import type { Db } from '../../platform/database/database.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { changeSettings, type DatasetRow } from '../datasets/queries.ts'
import { commitmentLetter, sendingLetter } from './letters.ts'
import { changedWebSettings, purposeOf } from './web-settings.ts'

/** Changes the archive of a dataset; what waits to be sent goes there at once. */
export async function changePacs(
  db: Db,
  { outbox, secrets }: { readonly outbox: Outbox; readonly secrets: Secrets },
  { dataset, change }: { dataset: DatasetRow; change: PacsChange },
): Promise<void> {
  const { settings, password } = changedWebSettings({ secrets }, dataset, change)
  const sealed = password === '' ? undefined : secrets.seal(password, purposeOf(dataset))
  await changeSettings(db, dataset.id, { PACS: { ...settings, WEBPASSWORD: sealed } })
  const waiting = await db
    .selectFrom('pacs_sending')
    .innerJoin('image', 'image.id', 'pacs_sending.image_id')
    .select('pacs_sending.id')
    .where('image.dataset_id', '=', dataset.id)
    .where((eb) => eb.or([eb('state', '=', 'waiting'), eb('commitment', '=', 'asked')]))
    .execute()
  const keys = waiting.map(({ id }) => String(id))
  for (const { name } of [sendingLetter, commitmentLetter]) await outbox.hasten(db, name, keys)
}
