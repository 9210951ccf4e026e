import type { ComponentType } from 'react'

import type { DatasetField, Field } from '#contract/fields/field'
import type { FieldValue, FieldValues } from '#contract/fields/value'
import type { Image } from '#contract/images'

/** Components of other features in the annotator. */
export interface AnnotatorParts {
  /** Notices about the image's twins and its study's documents, with links to them. */
  Flags: ComponentType<{ image: Image }>
  /**
   * The values of a record, with a control for each field; null removes a value. Without `onChange` they
   * are only shown.
   */
  ValuesForm: ComponentType<{
    fields: readonly DatasetField[]
    values: FieldValues
    others?: readonly { key: string; value: FieldValue; reader: string }[]
    onChange: ((field: Field, value: FieldValue | null) => void) | undefined
  }>
  /** The same fields, answered by the keyboard alone. */
  GradingForm: ComponentType<{
    fields: readonly DatasetField[]
    values: FieldValues
    onChange: (field: Field, value: FieldValue | null) => void
    /** Called by Enter after the last field. */
    onDone: () => void
    onLeave: () => void
  }>
  /** Opens the image's patient data and scale. */
  PatientDataButton: ComponentType<{ image: Image; look: 'quiet' | 'missing' }>
}
