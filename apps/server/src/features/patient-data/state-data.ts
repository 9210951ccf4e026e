import { isDeepStrictEqual } from 'node:util'

import { message } from '#contract/messages/message'
import {
  patientFields,
  type PatientData,
  type PatientDataChange,
  type PatientField,
} from '#contract/patient-data'

import type { Db } from '../../platform/database/database.ts'
import { needing, type Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { dicomMediaType } from '../../platform/images/format.ts'
import { isPermitted } from '../datasets/queries.ts'
import type { ImageRow } from '../images/queries.ts'
import { columnsOf, writtenBy, type Columns } from './fields.ts'
import { presentField } from './present.ts'
import { dropStatement, keepStatement, listStatements, type Statement } from './queries.ts'
import { rejectAsOthers, wasTold, type Withdraw } from './withdraw.ts'

export interface StateDeps {
  readonly siteTimeZone: string | null
  /** The kinds of outbox messages that carry results. */
  readonly resultMessageKinds: readonly string[]
  /** One for each system that results may have been sent to. */
  readonly withdraw: readonly Withdraw[]
  /** Removes the image's order, so that another is looked for. */
  readonly detachOrder: (trx: Db, image: ImageRow) => Promise<void>
}

interface Stating {
  readonly image: ImageRow
  readonly changes: PatientDataChange
  readonly actor: Actor
  readonly at: Date
}

export interface Changed {
  readonly field: PatientField
  readonly from: PatientData[PatientField] | null
  readonly to: PatientData[PatientField] | null
}

/**
 * Saves a person's statement on an image, in a transaction. A change of the patient ID removes the
 * image's order and withdraws the results that other systems received.
 * @throws {Problem} invalid_input, not_possible_now while the image is analysed, or forbidden
 */
export async function stateData(
  trx: Db,
  deps: StateDeps,
  { image: { id }, changes, actor, at }: Stating,
): Promise<Changed[]> {
  const image = await trx
    .selectFrom('image')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const statements = (await listStatements(trx, [id])).get(id) ?? []
  const changed = changesOf(image, statements, changes)
  if (changed.length === 0) return []
  refuseFuture(changes, at)
  const wasSent = await wasTold(trx, id, deps.resultMessageKinds)
  const isNamed = image.patient_id.trim() !== ''
  // Skip this if the image had no patient ID and no other system received its results.
  const isOther = changed.some(({ field }) => field === 'patient_id') && (isNamed || wasSent)
  if (isOther) await leavePatient(trx, deps, { image, wasSent, actor, at })
  const columns: Columns = {}
  const by = { id: actor.id, name: actor.name === '' ? actor.username : actor.name }
  for (const { field } of changed) {
    const earlier = statements.find((each) => each.field === field)
    const filed = earlier?.filed ?? columnsOf(field, image)
    const value = changes[field]
    if (value === null || value === undefined) {
      await dropStatement(trx, id, field)
      Object.assign(columns, filed)
    } else {
      await keepStatement(trx, { imageId: id, field, value, filed, by, at })
      const { siteTimeZone } = deps
      Object.assign(columns, writtenBy(field, value, { filed, siteTimeZone }))
    }
  }
  if (Object.keys(columns).length > 0) {
    const uids = madeUidsAfter(image, columns)
    await trx
      .updateTable('image')
      .set({ ...columns, ...uids })
      .where('id', '=', id)
      .execute()
  }
  if (isOther) await deps.detachOrder(trx, { ...image, ...columns })
  return changed
}

/** UIDs generated for a study depend on its patient and day; those of a file stay. */
function madeUidsAfter(image: ImageRow, columns: Columns): { study_uid?: ''; series_uid?: '' } {
  const leavesStudy = columns.patient_id !== undefined || columns.study_date !== undefined
  const isMade = image.media_type !== dicomMediaType
  return isMade && leavesStudy ? { study_uid: '', series_uid: '' } : {}
}

/** A statement equal to the file's value is kept as well: it settles a doubt about the file. */
const confirmable: ReadonlySet<PatientField> = new Set(['eye'])

/** The statements that differ from the current ones, and confirmations of the file's values. */
export function changesOf(
  image: ImageRow,
  statements: readonly Statement[],
  changes: PatientDataChange,
): Changed[] {
  return patientFields.flatMap((field): Changed[] => {
    const wanted = changes[field]
    if (wanted === undefined) return []
    const { value, filed, stated } = presentField(field, image, statements)
    if (wanted === null) return stated === null ? [] : [{ field, from: value, to: filed }]
    const isConfirmation = stated === null && confirmable.has(field)
    const isSame = isDeepStrictEqual(value, wanted) && !isConfirmation
    return isSame ? [] : [{ field, from: value, to: wanted }]
  })
}

function refuseFuture({ birth_date: born, taken_at: taken }: PatientDataChange, at: Date): void {
  // In some time zones it is already tomorrow.
  const last = new Date(at.getTime() + 86_400_000).toISOString().slice(0, 10)
  const told = { birth_date: born, taken_at: taken?.slice(0, 10) }
  for (const [field, day] of Object.entries(told)) {
    if (!day || day <= last) continue
    const why = message('patientData.inFuture', { day })
    throw new Problem('invalid_input', why, { fields: { [field]: why } })
  }
}

/** While the image still belongs to the other patient. */
async function leavePatient(
  trx: Db,
  deps: StateDeps,
  { image, wasSent, actor, at }: Omit<Stating, 'changes'> & { readonly wasSent: boolean },
): Promise<void> {
  if (image.mics_state === 'Referred') {
    throw new Problem('not_possible_now', message('patientData.underWay'))
  }
  if (!wasSent) return
  const mayWithdraw =
    actor.anonymous || (await isPermitted(trx, needing(actor, 'review'), image.dataset_id))
  if (!mayWithdraw) throw new Problem('missing_right', message('patientData.onlyClinicians'))
  const review = await rejectAsOthers(trx, image.id, { actor, at })
  if (review === undefined) return
  for (const withdraw of deps.withdraw) await withdraw(trx, { image, review })
}
