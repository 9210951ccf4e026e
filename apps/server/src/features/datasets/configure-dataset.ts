import type { DatasetSettingsChange } from '#contract/datasets'

import type { Db } from '../../platform/database/database.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { changeFhirSending, type FhirServerDeps } from '../fhir/storage.ts'
import { changeMics, type MicsDeps } from '../mics/storage.ts'
import { changePacs } from '../pacs/storage.ts'
import { refuseUnlistedService } from './annotate-picture.ts'
import type { DatasetRow } from './queries.ts'

export type ConfigureDeps = MicsDeps & FhirServerDeps & { readonly outbox: Outbox }

/** Changes those settings of a dataset that are given. */
export async function configureDataset(
  db: Db,
  deps: ConfigureDeps,
  { dataset, change }: { dataset: DatasetRow; change: DatasetSettingsChange },
): Promise<void> {
  const { annotate_url: annotateUrl, PACS, MICS, FHIR } = change
  if (annotateUrl !== undefined) {
    if (annotateUrl !== '') refuseUnlistedService(deps.outbound, annotateUrl)
    await db
      .updateTable('dataset')
      .set({ annotate_url: annotateUrl })
      .where('id', '=', dataset.id)
      .execute()
  }
  if (PACS !== undefined) await changePacs(db, deps, { dataset, change: PACS })
  if (MICS !== undefined) await changeMics(db, deps, { dataset, change: MICS })
  if (FHIR !== undefined) await changeFhirSending(db, deps, { dataset, change: FHIR })
}
