import { sql, type Selectable } from 'kysely'

import type { Message } from '#contract/messages/message'
import type { Bundle } from '#fhir/resource'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

export type FhirMessageRow = Selectable<Schema['fhir_message']>

const named = sql<number>`naming_result(analysis_id)`.as('naming_result')

/** The messages of an image, the newest first. */
export function listMessages(db: Db, imageId: number): Promise<FhirMessageRow[]> {
  return db
    .selectFrom('fhir_message')
    .selectAll()
    .where('image_id', '=', imageId)
    .orderBy('version', 'desc')
    .execute()
}

/** The newest message of an image, with the result by which calls name its analysis. */
export function findMessage(
  db: Db,
  imageId: number,
): Promise<(FhirMessageRow & { readonly naming_result: number }) | undefined> {
  return db
    .selectFrom('fhir_message')
    .selectAll()
    .select(named)
    .where('image_id', '=', imageId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The message that was written is one. */
export function bundleOf({ bundle }: FhirMessageRow): Bundle {
  return bundle as unknown as Bundle
}

/**
 * The patient number for which results of an image were first sent, or its stand-in if unknown;
 * undefined if none were sent.
 */
export async function firstPatientSent(db: Db, imageId: number): Promise<string | undefined> {
  const { rows } = await sql<{ number: string }>`select jsonb_path_query_first(bundle::jsonb,
      '$.entry[*].resource ? (@.resourceType == "Patient").identifier[0].value') #>> '{}' as number
    from fhir_message where image_id = ${imageId} and push_state = 'sent'
    order by version limit 1`.execute(db)
  return rows[0]?.number
}

export function findMessageById(db: Db, id: number): Promise<FhirMessageRow | undefined> {
  return db.selectFrom('fhir_message').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function setPushState(
  db: Db,
  id: number,
  {
    state,
    at,
    failure = null,
  }: {
    state: FhirMessageRow['push_state']
    at: Date
    failure?: Message | null
  },
): Promise<void> {
  await db
    .updateTable('fhir_message')
    .set({
      push_state: state,
      push_at: at,
      push_failure: failure === null ? null : JSON.stringify(failure),
    })
    .where('id', '=', id)
    .execute()
}

/** Keeps the id of our Patient that a message was sent with. */
export async function noteOwnPatient(db: Db, id: number, patient: string | null): Promise<void> {
  await db.updateTable('fhir_message').set({ own_patient: patient }).where('id', '=', id).execute()
}

/** Stops sending the waiting messages of an image. */
export async function clearWaiting(db: Db, imageId: number): Promise<void> {
  await db
    .updateTable('fhir_message')
    .set({ push_state: 'none' })
    .where('image_id', '=', imageId)
    .where('push_state', 'in', ['waiting', 'failed'])
    .execute()
}
