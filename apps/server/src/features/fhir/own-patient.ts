import { z } from 'zod'

import type { FhirSettings } from '#contract/fhir'
import { patientIn, patientSearch, retiredPatient } from '#fhir/message'
import type { Bundle } from '#fhir/resource'

import type { Db } from '../../platform/database/database.ts'
import type { OutboundRequest } from '../../platform/http/outbound-exchange.ts'
import type { Outbound } from '../../platform/http/outbound.ts'

interface Server {
  readonly db: Db
  readonly outbound: Outbound
  readonly fhir: FhirSettings
  /** Base URL of the server, without a trailing slash. */
  readonly base: string
  readonly request: Omit<OutboundRequest, 'method' | 'body'>
}

const Searchset = z.object({
  entry: z.array(z.object({ resource: z.object({ id: z.string() }) })).default([]),
})

/** The id of our Patient that a message is sent with; null if it refers to the server's own. */
export function ownPatientOf({ patient }: FhirSettings, bundle: Bundle): string | null {
  const ours = patientIn(bundle)
  const isFound = patient !== 'own' && ours !== undefined && patientSearch(ours) !== undefined
  return isFound ? null : (ours?.id ?? null)
}

/**
 * Removes the number from a Patient of ours that was sent before, if the server has its own with
 * the same number: otherwise two would match.
 */
export async function retireOwnPatient(server: Server, bundle: Bundle): Promise<void> {
  const { db, outbound, base, request } = server
  const ours = patientIn(bundle)
  const search = ours && patientSearch(ours)
  if (server.fhir.patient === 'own' || ours?.id === undefined || search === undefined) return
  const { id } = ours
  if (!(await wasSent(db, id))) return
  const found = await outbound.send(new URL(`${base}/${search}`), { ...request, method: 'GET' })
  const { entry } = Searchset.parse(JSON.parse(found.content.toString()))
  const others = entry.map(({ resource }) => resource.id).filter((each) => each !== id)
  if (others.length === 0) return
  await outbound.send(new URL(`${base}/Patient/${id}`), {
    ...request,
    method: 'PUT',
    body: Buffer.from(JSON.stringify(retiredPatient(id, others))),
  })
  await db
    .updateTable('fhir_message')
    .set({ own_patient: null })
    .where('own_patient', '=', id)
    .execute()
}

async function wasSent(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('fhir_message')
    .select('id')
    .where('own_patient', '=', id)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
