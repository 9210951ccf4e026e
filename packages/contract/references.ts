import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { Instant, printable } from './primitives.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'

/** Measures that accept references of the site. */
export const referencedMeasures = [
  'crae',
  'crve',
  'avr',
  'vesselDensity',
  'fractalDimension',
  'arteriolarTortuosity',
  'venularTortuosity',
  'discFoveaAngle',
  'verticalCupToDisc',
] as const
export type ReferencedMeasure = (typeof referencedMeasures)[number]

/** A reference that the site measured with its own cameras and this program, for an age range. */
export const SiteReference = z.strictObject({
  measure: z.enum(referencedMeasures),
  /** Null: both sexes. */
  sex: z.enum(['female', 'male']).nullable(),
  /** In whole years, both included. */
  age_from: z.int().min(0).max(129),
  age_to: z.int().min(0).max(129),
  /** In the unit of the measure: µm, ratio, share, dimension or degrees. */
  mean: z.number().min(-1000).max(1000),
  /** One standard deviation of the people, not of their mean. */
  sd: z.number().positive().max(1000),
  /** Number of people. */
  n: z.int().min(2).max(10_000_000),
  /** Free text: who was measured, when, with which camera. */
  source: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .regex(printable, saying(message('input.controlCharacters'))),
})
export type SiteReference = z.infer<typeof SiteReference>

export const SiteReferences = z.object({
  references: z.array(SiteReference),
  /** The last change; null if there was none. */
  entered: z.object({ by: z.string(), at: Instant }).nullable(),
})
export type SiteReferences = z.infer<typeof SiteReferences>

export const getReferences = endpoint({
  method: 'GET',
  path: '/api/admin/references',
  summary: 'The site’s own reference values',
  access: 'admin',
  response: SiteReferences,
})

export const setReferences = endpoint({
  method: 'PUT',
  path: '/api/admin/references',
  summary: 'Replace the site’s own reference values; analyses made by others become out of date',
  access: 'admin',
  body: z.strictObject({
    references: z.array(SiteReference).max(500),
    /** `entered.at` of the references to replace, or null: detects a change by somebody else. */
    replaces: Instant.nullable(),
  }),
  response: SiteReferences,
})
