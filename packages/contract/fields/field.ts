import { z } from 'zod'

import { printable } from '../primitives.ts'
import { Condition, FieldKey, fieldsIn } from './condition.ts'
import { FieldValue, longestText, mostOptions } from './value.ts'

/**
 * The subject of a value. A visit is a patient ID and a study date within the dataset, an eye one
 * side of a visit; an image without them is a visit and an eye of its own.
 */
export const fieldSubjects = ['image', 'eye', 'visit', 'annotation'] as const
export type FieldSubject = (typeof fieldSubjects)[number]
/** Subjects that an image belongs to; annotations have their values themselves. */
export type SharedSubject = Exclude<FieldSubject, 'annotation'>

const line = (most: number) => z.string().trim().min(1).max(most).regex(printable)

/** A name in the languages of the product. */
const Words = z.strictObject({ en: line(100), ko: line(100) })

/** A concept of a terminology; `system` is its URI in FHIR, such as `http://snomed.info/sct`. */
const FieldCode = z.strictObject({ system: z.url().max(200), code: line(50), display: line(200) })
export type FieldCode = z.infer<typeof FieldCode>

const FieldOption = z.strictObject({
  /** The value that is stored, sent and exported. */
  value: line(100),
  words: Words,
  codes: z.array(FieldCode).max(5).optional(),
})

const options = z.array(FieldOption).min(2).max(mostOptions)

/**
 * A value that follows from others of the same subject: that of the first case that applies, or a
 * quotient or sum of numbers. A field is computed from fields before it.
 */
const Computed = z.union([
  z.strictObject({
    cases: z
      .array(z.strictObject({ if: Condition, value: FieldValue }))
      .min(1)
      .max(200),
    otherwise: FieldValue.optional(),
  }),
  z.strictObject({ quotient: z.tuple([FieldKey, FieldKey]) }),
  z.strictObject({ sum: z.array(FieldKey).min(1).max(50) }),
])
export type Computed = z.infer<typeof Computed>

const common = {
  key: FieldKey,
  words: Words,
  /** Guidance for the reader, beside the name. */
  help: Words.optional(),
  subject: z.enum(fieldSubjects),
  codes: z.array(FieldCode).max(5).optional(),
  /** Whether a reader may answer "cannot tell". */
  cannotTell: z.boolean().default(false),
  /** The answer for a normal eye: one key gives those of all fields. */
  normal: FieldValue.optional(),
  shownWhen: Condition.optional(),
  required: z.boolean().default(false),
  requiredWhen: Condition.optional(),
  computed: Computed.optional(),
  /**
   * Present if each reader states a value of their own. `showsOthers`: whether the annotator shows
   * a reader those of the others.
   */
  perReader: z.strictObject({ showsOthers: z.boolean() }).optional(),
  /** A publication or standard that the field follows. */
  source: line(500).optional(),
}

/** The description of a field, from which everything else that knows the field follows. */
export const Field = z.discriminatedUnion('type', [
  z.strictObject({
    ...common,
    type: z.literal('choice'),
    options,
    /** Whether the options are steps of a scale, in their order. */
    ordered: z.boolean().default(false),
  }),
  z.strictObject({ ...common, type: z.literal('choices'), options }),
  z.strictObject({
    ...common,
    type: z.literal('number'),
    /** In UCUM, such as `mm[Hg]`; absent for a bare number. */
    unit: line(30).optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    decimals: z.int().min(0).max(6).default(0),
  }),
  z.strictObject({
    ...common,
    type: z.literal('text'),
    multiline: z.boolean().default(false),
    most: z.int().min(1).max(longestText).default(longestText),
  }),
  z.strictObject({ ...common, type: z.literal('yesNo') }),
  z.strictObject({ ...common, type: z.literal('date') }),
])
export type Field = z.infer<typeof Field>
/** In the order in which a form offers them. */
export const fieldTypes = [
  'choice',
  'choices',
  'number',
  'text',
  'yesNo',
  'date',
] as const satisfies readonly Field['type'][]

export const mostFields = 100

/** A field of a dataset; its version rises with each change of the description. */
export const DatasetField = z.object({ version: z.int(), field: Field })
export type DatasetField = z.infer<typeof DatasetField>

/** The keys of the fields that a field's rules and its computation look at. */
export function keysNeededBy(field: Field): string[] {
  const rules = [field.shownWhen, field.requiredWhen].flatMap((rule) => rule ?? [])
  return [...rules.flatMap(fieldsIn), ...sourcesOf(field)]
}

/** The keys of the fields that a field is computed from. */
export function sourcesOf({ computed }: Field): string[] {
  if (computed === undefined) return []
  if ('sum' in computed) return computed.sum
  if ('quotient' in computed) return computed.quotient
  return computed.cases.flatMap((each) => fieldsIn(each.if))
}
