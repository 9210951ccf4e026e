import { z } from 'zod'

import { message } from '../messages/message.ts'
import { issueSaying } from '../messages/saying.ts'
import { FieldKey } from './condition.ts'
import { ListedValue } from './value.ts'

/** Condition on a field's value for an image to be listed. */
export const FieldFilter = z.strictObject({
  /** Any of these; null matches a missing value. */
  in: z.array(ListedValue.nullable()).min(1).max(100).optional(),
  /** Limits of a number or of a day, both included. */
  from: z.union([z.number(), z.iso.date()]).optional(),
  to: z.union([z.number(), z.iso.date()]).optional(),
  contains: z.string().min(1).max(200).optional(),
})
export type FieldFilter = z.infer<typeof FieldFilter>

const FieldFilters = z.record(FieldKey, FieldFilter)
export type FieldFilters = z.infer<typeof FieldFilters>

/** Filters by the keys of their fields as JSON in a query: `{"dr_grade":{"in":["3","4"]}}`. */
export const FieldFiltersText = z
  .string()
  .max(10_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue(issueSaying(message('fields.filterForm')))
      return z.NEVER
    }
  })
  .pipe(FieldFilters)

/** Orders a list of images by a field. */
export const FieldOrder = z.templateLiteral([z.enum(['', '-']), 'field.', FieldKey])
export type FieldOrder = z.infer<typeof FieldOrder>
