import { resourceTypes } from '#fhir/resource-types'

import { orderTypes } from '../apps/server/src/features/mics/order-receiver.ts'
import { table } from './markdown-table.ts'

/** HL7 version 2 messages by direction. */
export function hl7Messages(): string {
  const orders = [...orderTypes].toSorted().map((type) => [type, 'received', 'orders'])
  return table(
    ['Message', 'Direction', 'Content'],
    [
      ...orders,
      ['ORU^R01', 'sent', 'the result of an analysis, at each change of its standing'],
      ['ACK', 'both', 'MSA and, if refused, ERR'],
    ],
  )
}

/** The resources that FHIR messages consist of. */
export function fhirResources(): string {
  return resourceTypes.join(', ')
}
