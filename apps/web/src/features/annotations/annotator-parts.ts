import type { ComponentType } from 'react'

import type { Image } from '#contract/images'

/** What other features put into the annotator. */
export interface AnnotatorParts {
  /** Tells of the image's twins and of its study's documents, and leads to them. */
  Flags: ComponentType<{ image: Image }>
  /** Opens the image's patient data and scale. */
  PatientDataButton: ComponentType<{ image: Image; look: 'quiet' | 'missing' }>
}
