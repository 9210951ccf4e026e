import type { Labels } from './document.ts'
import { type LabelChanges, withLabels } from './labels.ts'

/**
 * An attempt to save labels of the image. They are told one by one, so that a repeated attempt does
 * no harm and colleagues who label the same image do not wipe each other's labels: of one label the
 * last word counts.
 */
export interface LabelRequest {
  readonly kind: 'label'
  readonly changes: LabelChanges
}

/** What the server is not known to have of the image's labels. */
export interface LabelLedger {
  /** Also what is on its way. */
  readonly unsaved: LabelChanges
  readonly request: LabelRequest | null
  /** Why the last attempt came to nothing; a refused one waits for another change or `tryAgain`. */
  readonly failure: LabelFailure | null
}

export interface LabelFailure {
  readonly reason: 'offline' | 'refused'
  readonly message: string
}

/** The ledger with labels that wait to be saved, as a journal had kept them. */
export function openLabelLedger(unsaved: LabelChanges = new Map()): LabelLedger {
  return { unsaved, request: null, failure: null }
}

export function recordLabels(ledger: LabelLedger, changes: LabelChanges): LabelLedger {
  if (changes.size === 0) return ledger
  const failure = ledger.failure?.reason === 'refused' ? null : ledger.failure
  return { ...ledger, unsaved: new Map([...ledger.unsaved, ...changes]), failure }
}

/** What is to be sent now; null where there is nothing, or an attempt is under way. */
export function labelsToSend({ unsaved, request, failure }: LabelLedger): LabelRequest | null {
  if (request !== null || unsaved.size === 0 || failure?.reason === 'refused') return null
  return { kind: 'label', changes: unsaved }
}

export function labelsSent(ledger: LabelLedger, request: LabelRequest): LabelLedger {
  return { ...ledger, request, failure: null }
}

/** The labels have been written. What was changed meanwhile is what to save next. */
export function labelsWritten(ledger: LabelLedger, { changes }: LabelRequest): LabelLedger {
  const unsaved = [...ledger.unsaved].filter(([label, isGiven]) => changes.get(label) !== isGiven)
  return openLabelLedger(new Map(unsaved))
}

export function labelsFailed(ledger: LabelLedger, failure: LabelFailure): LabelLedger {
  return { ...ledger, request: null, failure }
}

/** Lets refused labels be sent again as they are. */
export function tryLabelsAgain(ledger: LabelLedger): LabelLedger {
  return ledger.failure === null ? ledger : { ...ledger, failure: null }
}

/** The labels to be shown: the server's, with what it is not known to have. */
export function labelsHere(ledger: LabelLedger, onServer: Labels): Labels {
  return withLabels(onServer, ledger.unsaved)
}

export function labelStatus({
  unsaved,
  request,
  failure,
}: LabelLedger): 'saved' | 'unsaved' | 'saving' | LabelFailure['reason'] {
  if (request !== null) return 'saving'
  return failure?.reason ?? (unsaved.size > 0 ? 'unsaved' : 'saved')
}
