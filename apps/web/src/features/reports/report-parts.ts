import type { ComponentType } from 'react'

import type { AnalysisResult } from '#contract/analysis'
import type { ImageTwin } from '#contract/images'

/** What other features put into a report. */
export interface ReportParts {
  /** The medical-device information. */
  RegulatoryBlock: ComponentType
  /** What the marks of a result's picture mean. */
  Legend: ComponentType<{ result: AnalysisResult; others: readonly AnalysisResult[] }>
  /** Opens the image's patient data and scale. */
  PatientDataButton: ComponentType<{
    image: { readonly id: number; readonly dataset_id: number; readonly file_name: string }
    look: 'action' | 'missing'
  }>
}

/** What other features put into a patient's course. */
export interface CourseParts {
  /** Tells that another image bears the same SOP Instance UID, and leads to the choice. */
  TwinFlag: ComponentType<{ id: number; twin: Pick<ImageTwin, 'standing' | 'is_open'> }>
}
