import type { ClockTime } from '#clock/clock-time'

import type { LocalConcept } from './code-system.ts'
import type { Band, GradedBand } from './codes.ts'
import type { Coding } from './resource.ts'

/** Who sends, and how the site wants its messages. */
export interface Site {
  /** The UUID of the installation: ids are derived from it. */
  readonly id: string
  /** The sending organisation; null where the site has not said. */
  readonly organisation: string | null
  /** The root of the dataset's DICOMweb service; null where it has no address that others know. */
  readonly dicomWeb: string | null
  /** The URIs that patient and order numbers are unique in. */
  readonly patientSystem: string | null
  readonly orderSystem: string | null
  /** Where the message comes from, as a URL or URN. */
  readonly endpoint: string
  readonly language: 'en' | 'ko'
  readonly usesSnomed: boolean
  /** The Korean core profiles: null where the site does not follow them. */
  readonly krCore: { readonly procedure: { system: string; code: string } | null } | null
}

export interface Patient {
  /** The number that the hospital knows the patient by; '' where it is not known. */
  readonly id: string
  /** As people write it. */
  readonly name: string
  /** In parts, in each writing that is known; empty where only the whole is. */
  readonly names: readonly NameParts[]
  readonly sex: 'female' | 'male' | 'other' | null
  /** YYYY-MM-DD. */
  readonly birthDate: string | null
}

/** A name in one writing (ISO 21090): letters of an alphabet, syllables as Hangul, or ideograms. */
export interface NameParts {
  readonly writing: 'ABC' | 'SYL' | 'IDE'
  readonly family: string
  readonly given: readonly string[]
  readonly prefix: string
  readonly suffix: string
}

/** The study of a photograph, with all its images that the dataset has. */
export interface Study {
  /** What tells it from the same study in another dataset. */
  readonly scope: string
  readonly accessionNumber: string
  readonly instances: readonly StudyInstance[]
}

export interface StudyInstance {
  readonly series: string
  readonly instance: string
  readonly sopClass: string
  readonly modality: string
  readonly eye: Photograph['eye']
}

export interface Photograph {
  readonly id: number
  readonly uids: { readonly study: string; readonly series: string; readonly instance: string }
  readonly sopClass: string
  readonly modality: string
  /** Stated; what is only guessed is null. */
  readonly eye: 'right' | 'left' | null
  /** By the device's own clock. */
  readonly takenAt: ClockTime | null
  readonly studyDay: string | null
  readonly mediaType: string
  readonly width: number
  readonly height: number
  readonly size: number
  /** The SHA-1 digest of the file in base64, as R4 wants it; null where the file cannot be read. */
  readonly sha1: string | null
  readonly camera: { manufacturer: string; model: string; serial: string } | null
}

/** The report as people read it, as a PDF. */
export interface PrintedReport {
  /** In base64. */
  readonly content: string
  /** In bytes. */
  readonly size: number
  /** The SHA-1 digest in base64, as R4 wants it. */
  readonly sha1: string
  /** When it was made, an ISO instant. */
  readonly at: string
}

/** The hospital's request for the photograph. */
export interface Order {
  readonly number: string
  readonly department: string
}

/** Measures that are told together, as an observation with a component for each. */
export interface Measured {
  /** Ids are derived from it. */
  readonly key: string
  readonly code: LocalConcept
  readonly text: string
  readonly method: string
  /** The source of a documented scale, which micrometres need; null if none is stated. */
  readonly scale: string | null
  readonly components: readonly MeasuredComponent[]
}

export interface MeasuredComponent {
  readonly code: LocalConcept
  /** Its name in a sentence. */
  readonly label: string
  /** Of UCUM. */
  readonly unit: string
  readonly amount: MeasuredAmount
}

/** What was measured, or why nothing could be, in the site's language. */
export type MeasuredAmount = Amount | { readonly notMeasurable: string }

/** With one standard deviation. */
interface Amount {
  readonly value: number
  readonly uncertainty: number
}

export type Risk =
  /** A band for each outcome; `basis` tells what it rests on. */
  | { readonly kind: 'bands'; readonly outcomes: readonly RiskOutcome[] }
  /** The calibrated probability of a certified model. */
  | {
      readonly kind: 'ten-year'
      readonly percent: number
      readonly band: GradedBand
      readonly event: string
    }
  | { readonly kind: 'none'; readonly reasons: readonly string[] }

export interface RiskOutcome {
  readonly outcome: 'coronary-heart-disease' | 'stroke' | 'cardiovascular-event'
  /** In words. */
  readonly event: string
  readonly band: Band
  /** Relative to the average for age and sex; null if the model gives a band alone. */
  readonly hazard: number | null
  /** Its interval and where it is from, in words. */
  readonly basis: string
}

export interface Analysis {
  readonly resultId: number
  /** With its zone. */
  readonly at: string
  readonly quality: {
    readonly grade: 'gradable' | 'limited' | 'not-gradable'
    readonly reasons: readonly string[]
    /** The share of the vessels that can be seen, from 0 to 1; null if it was not examined. */
    readonly visibility: number | null
  }
  /** The eye that disc and fovea lie as in, where the photograph is stated to be of the other one. */
  readonly otherEye: 'right' | 'left' | null
  readonly measured: readonly Measured[]
  readonly risk: Risk
  /** What took part. */
  readonly algorithms: readonly { readonly name: string; readonly version: string }[]
}

/** A field of the dataset, or one of its options. */
export interface StatedConcept {
  /** Unique among the dataset's fields and their options. */
  readonly code: string
  /** The same concept in terminologies. */
  readonly codes: readonly Coding[]
  readonly text: string
}

export type StatedValue =
  | { readonly kind: 'cannotTell'; readonly text: string }
  | { readonly kind: 'concept'; readonly concept: StatedConcept }
  | { readonly kind: 'concepts'; readonly concepts: readonly StatedConcept[] }
  /** In a unit of UCUM; null for a bare number. */
  | { readonly kind: 'number'; readonly number: number; readonly unit: string | null }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'yesNo'; readonly isSo: boolean }
  /** YYYY-MM-DD. */
  | { readonly kind: 'date'; readonly day: string }

/** A value of one of the dataset's fields. */
export interface Statement {
  /** What it is about: the photograph, its eye on that day, or the patient on that day. */
  readonly subject: 'image' | 'eye' | 'visit'
  readonly concept: StatedConcept
  readonly value: StatedValue
  /** A publication or standard that it follows. */
  readonly source: string | null
  /** False for one reader's own value. */
  readonly isAgreed: boolean
  /** Who entered it last, and when, with its zone; null if that is not known. */
  readonly entered: {
    readonly username: string
    readonly name: string
    readonly at: string
  } | null
}

/** What a named clinician said of a result. */
export interface Review {
  readonly verdict: 'confirmed' | 'rejected'
  readonly username: string
  readonly name: string
  /** With its zone. */
  readonly at: string
}

/** The medical-device information, as far as the operator has given it. */
export interface Software {
  readonly name: string
  readonly version: string
  readonly itemName: string | null
  readonly model: string | null
  readonly manufacturer: string | null
  readonly licenceNumber: string | null
  readonly udiDi: string | null
  readonly instructionsUrl: string | null
}

/** All that a message is made from: one photograph of one patient, and what was found on it. */
export interface Description {
  readonly site: Site
  readonly patient: Patient
  readonly photograph: Photograph
  /** Results of the photograph were sent as another patient's before; absent: no. */
  readonly wasOthers?: true
  readonly study: Study
  readonly order: Order | null
  readonly analysis: Analysis
  readonly review: Review | null
  /** Absent: none. */
  readonly statements?: readonly Statement[]
  /** Null where it is not sent along. */
  readonly printed: PrintedReport | null
  readonly software: Software
}
