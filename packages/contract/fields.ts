import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { FieldKey } from './fields/condition.ts'
import { DatasetField, Field, mostFields } from './fields/field.ts'
import { FieldValue } from './fields/value.ts'
import { MeasurementId } from './measurements.ts'
import { idParams, Instant } from './primitives.ts'

const DatasetFields = z.object({
  fields: z.array(DatasetField),
  /** Removed fields, whose values come back if they are restored. */
  removed: z.array(DatasetField),
})

export const getFields = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/fields',
  summary: 'The fields that are asked for of images, eyes, visits and annotations of a dataset',
  access: 'view',
  params: idParams,
  response: DatasetFields,
})

export const setFields = endpoint({
  method: 'PUT',
  path: '/api/dataset/:id/fields',
  summary:
    'Replace the fields of a dataset, in their order; the values of one that is left out are kept',
  access: 'configure',
  params: idParams,
  body: z.strictObject({
    fields: z.array(Field).max(mostFields),
    /** The versions that the caller has seen, by key; refused if somebody has changed them. */
    replaces: z.record(FieldKey, z.int()),
  }),
  response: DatasetFields,
})

/** A change of a field's value; a null is no value. */
const FieldChange = z.object({
  key: FieldKey,
  before: FieldValue.nullable(),
  after: FieldValue.nullable(),
  /** The version of the description that `after` was entered in. */
  version: z.int(),
  at: Instant,
  by: z.string(),
})

export const getFieldHistory = endpoint({
  method: 'GET',
  path: '/api/image/:id/fields/history',
  summary:
    'Every change of the values that apply to an image, newest first, and the authors of its measurements',
  access: 'view',
  params: idParams,
  response: z.object({
    changes: z.array(FieldChange),
    /** Who has changed each measurement last, also of deleted ones; '' if it is not known. */
    measurements: z.array(z.object({ id: MeasurementId, by: z.string() })),
  }),
})
