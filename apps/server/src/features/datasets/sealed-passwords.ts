import { z } from 'zod'

import { inTransaction, type Db } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { changeSettings, type DatasetRow } from './queries.ts'

/** The settings with a password, which is stored sealed for its own purpose. */
const systems = {
  PACS: { field: 'WEBPASSWORD', purpose: 'DICOMweb password' },
  MICS: { field: 'PASSWORD', purpose: 'MICS password' },
} as const
type System = keyof typeof systems

const Settings = z.record(z.string(), z.unknown())

/** The stored password of the archive's DICOMweb service or the order system, sealed. */
export function sealedPasswordOf(
  { settings }: Pick<DatasetRow, 'settings'>,
  system: System,
): string | undefined {
  const kept = Settings.safeParse(settings[system]).data
  return z.string().safeParse(kept?.[systems[system].field]).data
}

/** The purpose for which the password of a dataset is sealed. */
export function purposeOf({ id }: Pick<DatasetRow, 'id'>, system: System): string {
  return `${systems[system].purpose} of dataset ${id}`
}

/**
 * Seals all passwords with the present key.
 * @returns how many were sealed, and how many no key opens
 */
export function resealPasswords(
  db: Db,
  secrets: Secrets,
): Promise<{ sealed: number; lost: number }> {
  return inTransaction(db, async (trx) => {
    const count = { sealed: 0, lost: 0 }
    for (const dataset of await trx.selectFrom('dataset').selectAll().forUpdate().execute()) {
      for (const system of ['PACS', 'MICS'] as const) {
        const sealed = sealedPasswordOf(dataset, system)
        if (sealed === undefined) continue
        const purpose = purposeOf(dataset, system)
        const password = secrets.open(sealed, purpose)
        count[password === undefined ? 'lost' : 'sealed'] += 1
        if (password === undefined) continue
        const anew = { [systems[system].field]: secrets.seal(password, purpose) }
        const settings = Settings.parse(dataset.settings[system])
        await changeSettings(trx, dataset.id, { [system]: { ...settings, ...anew } })
      }
    }
    return count
  })
}
