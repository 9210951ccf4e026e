import type { ComponentType } from 'react'

import type { AnalysisResult } from '#contract/analysis'

/** What other features put into a report. */
export interface ReportParts {
  /** The medical-device information. */
  RegulatoryBlock: ComponentType
  /** What the marks of a result's picture mean. */
  Legend: ComponentType<{ result: AnalysisResult; others: readonly AnalysisResult[] }>
}
