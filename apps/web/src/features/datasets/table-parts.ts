import type { ComponentType } from 'react'

import type { Dataset } from '#contract/datasets'
import type { Image } from '#contract/images'

import type { DatasetParts } from './dataset-parts.ts'

/** Components of other features in the table of a dataset's images. */
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
  | 'ChosenActions'
  | 'SavedFilters'
> {
  /** Retrieves a patient's images from the PACS; proposes the patient of the filter. */
  RetrieveButton: ComponentType<{ dataset: Dataset; patientId: string }>
  /** A small view of the photograph. */
  ImagePicture: ComponentType<{ image: Image }>
  /** Requests the analysis of an image, and the order that it may need. */
  ReferButton: ComponentType<{ image: Image }>
  /** Problems of the image's order or result, beside its state. */
  ReferralNote: ComponentType<{ image: Image }>
  /** Further actions on an image; `address` is that of the annotator. */
  ImageMenu: ComponentType<{ image: Image; address: string }>
}
