import { Text } from '@mantine/core'

import type { DatasetField } from '#contract/fields/field'
import type { ListedValues } from '#contract/fields/value'
import { valueInWords } from '#contract/fields/words'

import { currentLanguage } from '../../i18n/i18n.ts'
import classes from './field-facts.module.css'

interface FieldFactsProps {
  fields: readonly DatasetField[]
  values: ListedValues
}

/** The values of a record in short form; nothing if there are none. */
export function FieldFacts({ fields, values }: FieldFactsProps) {
  const language = currentLanguage()
  const own = fields.flatMap(({ field }) => {
    const value = values[field.key]
    return value === undefined ? [] : [{ field, text: valueInWords(field, value, language) }]
  })
  if (own.length === 0) return null
  return (
    <dl className={classes['facts']}>
      {own.map(({ field, text }) => (
        <div key={field.key} title={`${field.words[language]}: ${text}`}>
          <Text component="dt" size="xs" c="dimmed">
            {field.words[language]}
          </Text>
          <Text component="dd" size="xs">
            {text}
          </Text>
        </div>
      ))}
    </dl>
  )
}
