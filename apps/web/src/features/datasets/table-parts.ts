import type { ComponentType } from 'react'

import type { Dataset } from '#contract/datasets'
import type { Image } from '#contract/images'

import type { DatasetParts } from './dataset-parts.ts'

/** What other features put into the table of a dataset's images. */
export interface TableParts extends Pick<
  DatasetParts,
  | 'UploadZone'
  | 'ExportButton'
  | 'PacsSection'
  | 'MicsSection'
  | 'FhirSection'
  | 'PatientDataSection'
  | 'FieldFiltersForm'
  | 'AnalyseAllButton'
> {
  /** Fetches a patient's images from the archive; at first the one who is looked for. */
  RetrieveButton: ComponentType<{ dataset: Dataset; patientId: string }>
  /** Asks for the analysis of one image, and for the order that it may need. */
  ReferButton: ComponentType<{ image: Image }>
  /** What is wrong with its order or its result, beside its state. */
  ReferralNote: ComponentType<{ image: Image }>
  /** What else can be done with an image; `address` is where it is annotated. */
  ImageMenu: ComponentType<{ image: Image; address: string }>
}
