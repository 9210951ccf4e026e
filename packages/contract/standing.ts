import type { reviewDecisions } from './reviews.ts'

interface StandingFacts {
  /** OBR-25 of HL7 v2 (table 0123). Never X, which cancels the order itself. */
  readonly hl7Report: 'P' | 'F' | 'C'
  /** OBX-11 of HL7 v2 (table 0085). */
  readonly hl7Observation: 'P' | 'F' | 'C' | 'W'
  /** DiagnosticReport.status and, but for the name, Observation.status of FHIR R4. */
  readonly fhir: 'preliminary' | 'final' | 'corrected' | 'entered-in-error'
  /** Whether a clinician answers for the result (Verification Flag, PS3.3 C.17.2). */
  readonly isVerified: boolean
}

/** Status of an analysis, with its code in each standard. */
export const standings = {
  /** The software's result, which no clinician has seen yet. */
  preliminary: {
    hl7Report: 'P',
    hl7Observation: 'P',
    fhir: 'preliminary',
    isVerified: false,
  },
  /** A clinician has confirmed it. */
  final: { hl7Report: 'F', hl7Observation: 'F', fhir: 'final', isVerified: true },
  /** A clinician has confirmed it, after another word about this image had been given. */
  corrected: { hl7Report: 'C', hl7Observation: 'C', fhir: 'corrected', isVerified: true },
  /** A clinician has rejected it: nobody may rely on it. */
  withdrawn: {
    hl7Report: 'C',
    hl7Observation: 'W',
    fhir: 'entered-in-error',
    isVerified: false,
  },
} as const satisfies Readonly<Record<string, StandingFacts>>

export type Standing = keyof typeof standings
export const standingNames = Object.keys(standings) as [Standing, ...Standing[]]

/**
 * Events in the life of an image's result: it is analysed, and clinicians review the latest
 * analysis.
 */
export type StandingEvent = 'analysed' | (typeof reviewDecisions)[number]

export interface Stand {
  readonly standing: Standing
  /** Counts the changes of standing of an image from 1, so that receivers keep the newest. */
  readonly version: number
}

/** The standing of an image's result after these events, the oldest first; null: no result. */
export function standAfter(events: readonly StandingEvent[]): Stand | null {
  let wasReviewed = false
  return events.reduce<Stand | null>((before, event) => {
    const standing = changed(event, before?.standing, wasReviewed)
    wasReviewed ||= event !== 'analysed'
    const isSame = event !== 'analysed' && standing === before?.standing
    return isSame ? before : { standing, version: (before?.version ?? 0) + 1 }
  }, null)
}

function changed(
  event: StandingEvent,
  before: Standing | undefined,
  wasReviewed: boolean,
): Standing {
  if (event === 'analysed') return 'preliminary'
  if (event === 'rejected') return 'withdrawn'
  // Another clinician who confirms it as well changes nothing.
  if (before === 'final' || before === 'corrected') return before
  return wasReviewed ? 'corrected' : 'final'
}
