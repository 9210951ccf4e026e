import type { ComponentType } from 'react'

import type { AnalysisResult } from '#contract/analysis'
import type { ImageTwin } from '#contract/images'

/** Components of other features in a report. */
export interface ReportParts {
  /** The medical-device information. */
  RegulatoryBlock: ComponentType
  /** Legend of a result's picture. */
  Legend: ComponentType<{ result: AnalysisResult; others: readonly AnalysisResult[] }>
  /** Opens the image's patient data and scale. */
  PatientDataButton: ComponentType<{
    image: { readonly id: number; readonly dataset_id: number; readonly file_name: string }
    look: 'action' | 'missing'
  }>
}

/** Components of other features on the page for the patient. */
export interface HandoutParts {
  /** States the eye of the image. */
  StateEye: ComponentType<{ image: { readonly id: number; readonly dataset_id: number } }>
}

/** Components of other features on the page of a patient's visits. */
export interface CourseParts {
  /** Says that another image has the same SOP Instance UID, and links to the choice. */
  TwinFlag: ComponentType<{ id: number; twin: Pick<ImageTwin, 'standing' | 'is_open'> }>
  /** What other systems have written on the patient of an image. */
  PatientDocuments: ComponentType<{ image: { readonly id: number; readonly dataset_id: number } }>
}
