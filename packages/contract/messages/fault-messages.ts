import type { Message } from './message.ts'

/** A message for each kind of a package's faults; a kind without one does not compile. */
export type FaultMessages<Fault extends { readonly kind: string }> = {
  readonly [Kind in Fault['kind']]: (fault: Fault & { readonly kind: Kind }) => Message
}

/** The message of a fault. */
export function faultMessage<Fault extends { readonly kind: string }>(
  messages: FaultMessages<Fault>,
  fault: Fault,
): Message {
  const write: (fault: Fault) => Message = messages[fault.kind as Fault['kind']]
  return write(fault)
}
