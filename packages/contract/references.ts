import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { Instant, printable } from './primitives.ts'
import { english, message } from './messages/message.ts'

/** The measures that a site may enter references of. */
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

/** What a site has measured in people of a sex and age, with its own cameras and this program. */
export const SiteReference = z.strictObject({
  measure: z.enum(referencedMeasures),
  /** Null: of both. */
  sex: z.enum(['female', 'male']).nullable(),
  /** In whole years, both included. */
  age_from: z.int().min(0).max(129),
  age_to: z.int().min(0).max(129),
  /** In the unit of the measure: µm, ratio, share, dimension or degrees. */
  mean: z.number().min(-1000).max(1000),
  /** One standard deviation of the people, not of their mean. */
  sd: z.number().positive().max(1000),
  /** How many people. */
  n: z.int().min(2).max(10_000_000),
  /** Who measured whom and how, for people. */
  source: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .regex(printable, english(message('input.controlCharacters'))),
})
export type SiteReference = z.infer<typeof SiteReference>

export const SiteReferences = z.object({
  references: z.array(SiteReference),
  /** Who has entered them last; null: nobody. */
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
    /** When those were entered that these replace; null: there were none. */
    replaces: Instant.nullable(),
  }),
  response: SiteReferences,
})
