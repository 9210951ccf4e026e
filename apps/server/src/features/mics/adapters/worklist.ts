import { message, type Message } from '#contract/messages/message'
import type { ElementValues } from '#dicom/values'

import { NetworkError } from '../../../platform/dicom-network/network-error.ts'
import { findWorklist } from '../../../platform/dicom-network/retrieve.ts'
import { sopClasses, transferSyntaxes } from '../../../platform/dicom-network/uid.ts'
import { associate, echo, type Peer } from '../../../platform/dicom-network/user.ts'
import { MicsError, type MicsAdapter, type Order, type OrderQuery } from '../adapter.ts'

const placerOrderNumber = '00402016'
const accessionNumber = '00080050'
const patientIdTag = '00100020'
const requestingService = '00321033'

/** An order system queried by C-FIND for its modality worklist (DICOM PS3.4 K). */
export function openWorklistAdapter(peer: Peer): MicsAdapter {
  return {
    ping: () => orTell(echo(peer)),
    findOrders: (query, { signal }) => orTell(search(peer, query, signal)),
    writeResult: () =>
      Promise.reject(new MicsError(message('mics.cannotWrite'), { isFinal: true })),
    close: () => Promise.resolve(),
  }
}

async function search(
  peer: Peer,
  { patientId, studyDate }: OrderQuery,
  signal: AbortSignal,
): Promise<Order[]> {
  const keys = {
    // Texts beyond ASCII are written in UTF-8, and declared so.
    ...(/^[\x20-\x7E]*$/.test(patientId) ? {} : { SpecificCharacterSet: 'ISO_IR 192' }),
    AccessionNumber: '',
    PatientName: '',
    PatientID: withoutWildcards(patientId),
    RequestingService: '',
    RequestedProcedureID: '',
    PlacerOrderNumberImagingServiceRequest: '',
    ScheduledProcedureStepSequence: [
      { ScheduledProcedureStepStartDate: studyDate.replaceAll('-', ''), Modality: '' },
    ],
  }
  await using user = await associate(peer, [
    {
      abstractSyntax: sopClasses.findWorklist,
      transferSyntaxes: Object.values(transferSyntaxes),
    },
  ])
  const orders: Order[] = []
  for await (const values of findWorklist(user, keys, { signal })) {
    const order = orderOf(values, studyDate)
    if (order !== undefined) orders.push(order)
  }
  await user.release()
  return orders
}

/** Wildcards would match other patients. */
function withoutWildcards(patientId: string): string {
  if (!/[*?\\]/.test(patientId)) return patientId
  throw new MicsError(message('mics.noOrder'))
}

/** The day is the requested one: the worklist answers with steps of that day alone. */
function orderOf({ text }: ElementValues, date: string): Order | undefined {
  const ordSeq = text(placerOrderNumber) ?? text(accessionNumber)
  if (ordSeq === undefined) return undefined
  const [patientId, department] = [text(patientIdTag) ?? '', text(requestingService) ?? '']
  return { patientId, ordSeq, department, date }
}

async function orTell<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof NetworkError ? new MicsError(explain(error), { cause: error }) : error
  }
}

function explain({ fault }: NetworkError): Message {
  if (fault === 'rejected' || fault === 'busy') return message('mics.rejected')
  if (fault === 'not accepted' || fault === 'protocol') return message('mics.noWorklist')
  if (fault === 'refused') return message('mics.refusedQuery')
  if (fault === 'timed out') return message('mics.late')
  return message(fault === 'unreachable' ? 'mics.unreachable' : 'mics.broken')
}
