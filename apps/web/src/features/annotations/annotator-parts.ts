import type { ComponentType } from 'react'

import type { NewPin, Pin, Thread } from '#contract/comments'
import type { DatasetField, Field } from '#contract/fields/field'
import type { FieldValue, FieldValues } from '#contract/fields/value'
import type { Image, Photograph } from '#contract/images'
import type { Point } from '#geometry/point'

import type { Stage } from '../../canvas/stage.ts'

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
  /** The viewer's case at the image, if it is assigned to them; else nothing. */
  WorkPart: ComponentType<{
    imageId: number
    /** Saves everything. @returns whether the server has it all */
    save: () => Promise<boolean>
    openImage: (id: number) => void
    /** Called with the function that submits the case; null if there is none to submit. */
    onSubmittable: (submit: (() => void) | null) => void
    /** Called with the image to go on with; null if there is none. */
    onNext: (photograph: Photograph | null) => void
  }>
  /** Opens the image's patient data and scale. */
  PatientDataButton: ComponentType<{ image: Image; look: 'quiet' | 'missing' }>
  /** The threads of comments on the image, and a form for a new one. */
  CommentsPanel: ComponentType<{
    image: Image
    mayWrite: boolean
    /** What the comment that is being written is about; null: none is being written. */
    draft: NewPin | null
    onDraft: (pin: NewPin | null) => void
    isPlacing: boolean
    onPlacing: (isPlacing: boolean) => void
    opened: number | null
    onOpen: (thread: Thread) => void
    /** The name of an annotation by its id on the server. */
    nameOf: (annotationId: number) => string | null
    /** How to comment on the place under the pointer. */
    keys: string | null
    /** What a comment is about that is begun by the panel's button. */
    usualPin: () => NewPin
    onClose: () => void
  }>
  /** The open threads, over the photograph. */
  CommentPins: ComponentType<{
    imageId: number
    stage: Stage
    /** In image pixels; null for the image as a whole. */
    placeOf: (pin: Pin) => Point | null
    draft: NewPin | null
    opened: number | null
    onOpen: (thread: Thread) => void
  }>
  /** The number of open threads. */
  CommentCount: ComponentType<{ imageId: number }>
}
