import type { ComponentType } from 'react'

import type { ImageTwin } from '#contract/images'

/** What other features put into the annotator. */
export interface AnnotatorParts {
  /** Tells that another image bears the same SOP Instance UID, and leads to the choice. */
  TwinFlag: ComponentType<{ id: number; twin: ImageTwin | null }>
}
