import type { DatasetField } from '#contract/fields/field'
import { isRequired } from '#contract/fields/rules'
import type { FieldValues } from '#contract/fields/value'
import { message } from '#contract/messages/message'

import { Problem } from '../../platform/http/problem.ts'

/** @throws {Problem} invalid_input that names the required fields without a value */
export function refuseUnanswered(form: readonly DatasetField[], values: FieldValues): void {
  const unanswered = form.filter(
    ({ field }) => isRequired(field, values) && values[field.key] === undefined,
  )
  if (unanswered.length === 0) return
  const namesIn = (language: 'en' | 'ko') =>
    unanswered.map(({ field }) => field.words[language]).join(', ')
  const keys = { en: namesIn('en'), ko: namesIn('ko') }
  throw new Problem('invalid_input', message('assignments.unanswered', { keys }))
}
