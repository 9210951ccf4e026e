import { z } from 'zod'

import { Instant } from '../primitives.ts'
import { Field, type FieldCode } from './field.ts'
import { FieldValue, isCannotTell } from './value.ts'
import { valueInWords } from './words.ts'

/** A value that applies to an image, and who has stated it. */
export const StatedValue = z.object({
  field: Field,
  value: FieldValue,
  /** False for a reader's own value of which none is agreed. */
  isAgreed: z.boolean(),
  /** Author of the current value; null if unknown. */
  entered: z.object({ username: z.string(), name: z.string(), at: Instant }).nullable(),
})
export type StatedValue = z.infer<typeof StatedValue>

/** A field or an option as other systems know it. */
export interface FieldConcept {
  /** Unique among the fields of a dataset and their options. */
  readonly code: string
  /** The same concept in terminologies. */
  readonly codes: readonly FieldCode[]
  readonly text: string
}

/** A value in the form in which standards exchange it. */
export type ExchangedValue =
  | { readonly kind: 'cannotTell'; readonly text: string }
  | { readonly kind: 'concept'; readonly concept: FieldConcept }
  | { readonly kind: 'concepts'; readonly concepts: readonly FieldConcept[] }
  /** In a unit of UCUM; null for a bare number. */
  | { readonly kind: 'number'; readonly number: number; readonly unit: string | null }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'yesNo'; readonly isSo: boolean; readonly text: string }
  /** YYYY-MM-DD. */
  | { readonly kind: 'date'; readonly day: string }

type Language = 'en' | 'ko'

/** The concept that a value of the field is about. */
export function fieldConcept({ key, codes = [], words }: Field, language: Language): FieldConcept {
  return { code: key, codes, text: words[language] }
}

/** The concept of an option; one that is no longer offered has its value alone. */
function optionConcept(field: Field, value: string, language: Language): FieldConcept {
  const options = 'options' in field ? field.options : []
  const codes = options.find((option) => option.value === value)?.codes ?? []
  return { code: `${field.key}:${value}`, codes, text: valueInWords(field, value, language) }
}

/** The concepts of the options that a field offers. */
export function optionConcepts(field: Field, language: Language): FieldConcept[] {
  const options = 'options' in field ? field.options : []
  return options.map(({ value }) => optionConcept(field, value, language))
}

/** @throws {Error} if the value is of another type than its field, which `misfitOf` rules out. */
export function exchangedValue(
  field: Field,
  value: FieldValue,
  language: Language,
): ExchangedValue {
  const text = valueInWords(field, value, language)
  if (typeof value === 'string') return exchangedText(field, value, language)
  if (typeof value === 'boolean') return { kind: 'yesNo', isSo: value, text }
  if (typeof value === 'number') return exchangedNumber(field, value)
  if (isCannotTell(value)) return { kind: 'cannotTell', text }
  return { kind: 'concepts', concepts: value.map((each) => optionConcept(field, each, language)) }
}

function exchangedText(field: Field, value: string, language: Language): ExchangedValue {
  switch (field.type) {
    case 'choice':
      return { kind: 'concept', concept: optionConcept(field, value, language) }
    case 'text':
      return { kind: 'text', text: value }
    case 'date':
      return { kind: 'date', day: value }
    case 'choices':
    case 'number':
    case 'yesNo':
      throw new Error(`A value of ${field.key} is a text, and no ${field.type}.`)
  }
}

function exchangedNumber(field: Field, value: number): ExchangedValue {
  if (field.type !== 'number') throw new Error(`A value of ${field.key} is a number.`)
  const { decimals, unit = null } = field
  return { kind: 'number', number: Number(value.toFixed(decimals)), unit }
}
