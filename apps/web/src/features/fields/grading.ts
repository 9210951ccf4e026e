import type { Field } from '#contract/fields/field'
import { isShown, withComputed } from '#contract/fields/rules'
import { cannotTell, type FieldValue, type FieldValues } from '#contract/fields/value'
import { valueInWords } from '#contract/fields/words'

import { keyOf, type KeyPress } from '../../ui/keys.ts'

/** An answer to a field that one key gives. */
export interface Answer {
  readonly key: string
  readonly value: FieldValue
  readonly words: string
}

const cannotTellKey = '-'
/** Gives the answers of a normal eye. */
export const normalKey = '.'
/** Options with the keys 1 to 9. */
const mostNumbered = 9
const digit = /^\d$/u

/**
 * The answers of a field that keys give: for options that are digits these, for others their number.
 * Empty for fields that are typed or have more options than there are keys.
 */
export function answersOf(field: Field, language: 'en' | 'ko'): Answer[] {
  const values = choicesOf(field)
  const areDigits = values.every((value) => typeof value === 'string' && digit.test(value))
  if (!areDigits && values.length > mostNumbered) return []
  const given = values.map((value, place) => {
    const key = areDigits && typeof value === 'string' ? value : String(place + 1)
    const words = valueInWords(field, value, language)
    return { key, value, words: areDigits ? withoutKey(words, key) : words }
  })
  if (given.length === 0 || !field.cannotTell) return given
  const words = valueInWords(field, cannotTell, language)
  return [...given, { key: cannotTellKey, value: cannotTell, words }]
}

/** The answer that a key press gives, also by a digit that needs shift on the reader's keyboard. */
export function answerTo(press: KeyPress, answers: readonly Answer[]): Answer | undefined {
  const digitOrSign = keyOf(press)
  return (
    answers.find(({ key }) => key === digitOrSign) ?? answers.find(({ key }) => key === press.key)
  )
}

function choicesOf(field: Field): FieldValue[] {
  if (field.computed !== undefined) return []
  if (field.type === 'yesNo') return [true, false]
  return 'options' in field ? field.options.map(({ value }) => value) : []
}

/** "0 No apparent retinopathy" beside the key 0 reads "No apparent retinopathy". */
function withoutKey(words: string, key: string): string {
  return words.startsWith(`${key} `) ? words.slice(2) : words
}

/** The fields that a reader is asked for, given the values. */
export function askedFields(fields: readonly Field[], entered: FieldValues): Field[] {
  const values = withComputed(fields, entered)
  return fields.filter((field) => field.computed === undefined && isShown(field, values))
}

/** The first field after one, or of all, without a value; free text is asked for only if it is required. */
export function nextToAnswer(
  fields: readonly Field[],
  values: FieldValues,
  after: string | null,
): Field | null {
  const asked = askedFields(fields, values)
  const start = asked.findIndex(({ key }) => key === after) + 1
  const inOrder = [...asked.slice(start), ...asked.slice(0, start)]
  return (
    inOrder.find(
      (field) => values[field.key] === undefined && (field.type !== 'text' || field.required),
    ) ?? null
  )
}

/** The field before or after one; null beyond the ends. */
export function neighbourOf(asked: readonly Field[], key: string, step: 1 | -1): Field | null {
  const place = asked.findIndex((field) => field.key === key)
  return asked[place + step] ?? null
}
