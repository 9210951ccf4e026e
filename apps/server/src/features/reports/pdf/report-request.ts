import type { Regulatory } from '#contract/info'
import type { EyeReport, ImageReport, PatientReport, Printed } from '#contract/reports'
import type { Language } from '#report/language'

/** The pictures of one eye as JPEG; null if the photograph cannot be shown or nothing was found. */
export interface EyePictures {
  readonly photograph: Uint8Array | null
  readonly overlaid: Uint8Array | null
}

export interface PrintedEye {
  readonly report: EyeReport
  readonly pictures: EyePictures
}

/** Input of every thread that makes a PDF about a patient. */
export interface PrintRequest {
  readonly language: Language
  readonly timeZone: string
  readonly product: {
    readonly name: string
    readonly version: string
    readonly regulatory: Regulatory
  }
  readonly at: Date
  readonly patient: ImageReport['patient']
  /** The patient is made up: every page says so. */
  readonly isExample: boolean
}

/** Input of the thread that makes the PDF for clinicians. */
export interface ReportRequest extends PrintRequest {
  /** A page each, in this order. */
  readonly eyes: readonly PrintedEye[]
  /** The patient's course; null: a report of these eyes alone. */
  readonly course: Printed<PatientReport> | null
}
