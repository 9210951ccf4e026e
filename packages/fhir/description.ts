import type { ClockTime } from '#clock/clock-time'

import type { LocalConcept } from './code-system.ts'
import type { Band, GradedBand } from './codes.ts'
import type { Coding } from './resource.ts'

/** The sender, and the site's requirements on messages. */
export interface Site {
  /** The UUID of the installation: ids are derived from it. */
  readonly id: string
  /** The sending organisation; null if the site has not stated it. */
  readonly organisation: string | null
  /** The root of the dataset's DICOMweb service; null if it has no public address. */
  readonly dicomWeb: string | null
  /** The URIs in which patient and order numbers are unique. */
  readonly patientSystem: string | null
  readonly orderSystem: string | null
  /** The sender's address, as a URL or URN. */
  readonly endpoint: string
  readonly language: 'en' | 'ko'
  readonly usesSnomed: boolean
  /** The Korean core profiles: null if the site does not follow them. */
  readonly krCore: { readonly procedure: { system: string; code: string } | null } | null
}

export interface Patient {
  /** The hospital's number of the patient; '' if unknown. */
  readonly id: string
  /** In readable form. */
  readonly name: string
  /** In parts, in each known writing; empty if only the whole is known. */
  readonly names: readonly NameParts[]
  readonly sex: 'female' | 'male' | 'other' | null
  /** YYYY-MM-DD. */
  readonly birthDate: string | null
  /** Made up, to try things out; absent: no. */
  readonly isMadeUp?: true
}

/** A name in one writing (ISO 21090): alphabetic, syllabic as Hangul, or ideographic. */
export interface NameParts {
  readonly writing: 'ABC' | 'SYL' | 'IDE'
  readonly family: string
  readonly given: readonly string[]
  readonly prefix: string
  readonly suffix: string
}

/** The study of a photograph, with all its images in the dataset. */
export interface Study {
  /** Distinguishes it from the same study in another dataset. */
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
  /** The stated eye; null if it is only guessed. */
  readonly eye: 'right' | 'left' | null
  /** By the device's own clock. */
  readonly takenAt: ClockTime | null
  readonly studyDay: string | null
  readonly mediaType: string
  readonly width: number
  readonly height: number
  readonly size: number
  /** The SHA-1 digest of the file in base64, as R4 requires; null if the file cannot be read. */
  readonly sha1: string | null
  readonly camera: { manufacturer: string; model: string; serial: string } | null
}

/** The printed report, as a PDF. */
export interface PrintedReport {
  /** In base64. */
  readonly content: string
  /** In bytes. */
  readonly size: number
  /** The SHA-1 digest in base64, as R4 requires. */
  readonly sha1: string
  /** When it was made, an ISO instant. */
  readonly at: string
}

/** The hospital's request for the photograph. */
export interface Order {
  readonly number: string
  readonly department: string
}

/** Measures of one observation, with a component for each. */
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
  /** UCUM unit. */
  readonly unit: string
  readonly amount: MeasuredAmount
}

/** The measured value or the reason for its absence, in the site's language. */
export type MeasuredAmount = Amount | { readonly notMeasurable: string }

/** With one standard deviation. */
interface Amount {
  readonly value: number
  readonly uncertainty: number
}

export type Risk =
  /** A band for each outcome, with its `basis`. */
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
  /** Its interval and source, in words. */
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
  /** The eye that disc and fovea indicate, if the photograph is stated to be of the other one. */
  readonly otherEye: 'right' | 'left' | null
  readonly measured: readonly Measured[]
  readonly risk: Risk
  /** Software and networks involved. */
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
  /** Its subject: the photograph, its eye on that day, or the patient on that day. */
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

/** A named clinician's review of a result. */
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

/** All inputs of a message: one photograph of one patient, and its findings. */
export interface Description {
  readonly site: Site
  readonly patient: Patient
  readonly photograph: Photograph
  /** Whether results of the photograph were sent for another patient before; absent: no. */
  readonly wasOthers?: true
  readonly study: Study
  readonly order: Order | null
  readonly analysis: Analysis
  readonly review: Review | null
  /** Absent: none. */
  readonly statements?: readonly Statement[]
  /** Null if it is not included. */
  readonly printed: PrintedReport | null
  readonly software: Software
}
