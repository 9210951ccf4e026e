import type { ComponentType } from 'react'

import type { DatasetField, Field } from '#contract/fields/field'
import type { FieldValue, FieldValues } from '#contract/fields/value'
import type { Image } from '#contract/images'

/** What other features put into the annotator. */
export interface AnnotatorParts {
  /** Tells of the image's twins and of its study's documents, and leads to them. */
  Flags: ComponentType<{ image: Image }>
  /** The values of a record, a control for each field; null takes a value away. */
  ValuesForm: ComponentType<{
    fields: readonly DatasetField[]
    values: FieldValues
    others?: readonly { key: string; value: FieldValue; reader: string }[]
    onChange: (field: Field, value: FieldValue | null) => void
  }>
  /** Opens the image's patient data and scale. */
  PatientDataButton: ComponentType<{ image: Image; look: 'quiet' | 'missing' }>
}
