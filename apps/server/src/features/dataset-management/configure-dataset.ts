import type { z } from 'zod'

import type { DatasetSettingsChange } from '#contract/datasets'
import { message } from '#contract/messages/message'
import { MicsChange } from '#contract/mics'
import { PacsChange } from '#contract/pacs'

import type { Db } from '../../platform/database/database.ts'
import { parseInput } from '../../platform/http/parse-input.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { changeFhirSending, type FhirServerDeps } from '../fhir/storage.ts'
import { changeMics, type MicsDeps } from '../mics/storage.ts'
import { changePacs } from '../pacs/storage.ts'
import { refuseUnlistedService } from '../annotation-service/annotate-picture.ts'
import { refuseExample } from '../datasets/policy.ts'
import {
  changeSettings,
  micsSettingsOf,
  pacsSettingsOf,
  type DatasetRow,
} from '../datasets/queries.ts'

export type ConfigureDeps = MicsDeps & FhirServerDeps & { readonly outbox: Outbox }

/** Changes the given settings of a dataset. */
export async function configureDataset(
  db: Db,
  deps: ConfigureDeps,
  { dataset, change }: { dataset: DatasetRow; change: DatasetSettingsChange },
): Promise<void> {
  const { annotate_url: annotateUrl, PACS, MICS, FHIR, SCALES } = change
  if ([annotateUrl, PACS, MICS, FHIR].some((setting) => setting !== undefined))
    refuseExample(dataset)
  if (annotateUrl !== undefined) {
    if (annotateUrl !== '') refuseUnlistedService(deps.outbound, annotateUrl)
    await db
      .updateTable('dataset')
      .set({ annotate_url: annotateUrl })
      .where('id', '=', dataset.id)
      .execute()
  }
  if (PACS !== undefined) {
    const whole = parseSettings('PACS', PacsChange, { ...pacsSettingsOf(dataset), ...PACS })
    await changePacs(db, deps, { dataset, change: whole })
  }
  if (MICS !== undefined) {
    const whole = parseSettings('MICS', MicsChange, { ...micsSettingsOf(dataset), ...MICS })
    await changeMics(db, deps, { dataset, change: whole })
  }
  if (SCALES !== undefined) await changeSettings(db, dataset.id, { SCALES })
  if (FHIR !== undefined) await changeFhirSending(db, deps, { dataset, change: FHIR })
}

/** @throws {Problem} if the changed settings conflict with the remaining ones */
function parseSettings<S extends z.ZodType>(
  system: 'PACS' | 'MICS',
  schema: S,
  settings: object,
): z.output<S> {
  const parsed = parseInput(schema, settings)
  if (parsed.ok) return parsed.data
  const [[field, told] = ['', message('input.invalid')]] = Object.entries(parsed.fields)
  throw new Problem('invalid_input', told, { fields: { [`settings.${system}.${field}`]: told } })
}
