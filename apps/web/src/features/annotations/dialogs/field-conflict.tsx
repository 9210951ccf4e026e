import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { AnyRecord } from '#annotation/document'
import { fieldOf } from '#annotation/records'
import { cellsInConflict, type Conflict } from '#annotation/save'
import type { Field } from '#contract/fields/field'
import { valueAsText, valueInWords } from '#contract/fields/words'

import { currentLanguage } from '../../../i18n/i18n.ts'
import { useEditorContext } from '../editor-context.ts'
import { wireFieldsOf } from '../wire.ts'
import classes from './conflict-dialog.module.css'

/** The image's fields for which two people have entered different values. */
export function FieldConflict({ conflict }: { conflict: Conflict }) {
  const { t } = useTranslation()
  const keys = cellsInConflict(conflict).flatMap((cell) => fieldOf(cell) ?? [])
  return (
    <>
      <Text size="sm">{t('annotations.conflict.image')}</Text>
      <div className={classes['versions']}>
        <Version title={t('annotations.conflict.mine')} keys={keys} record={conflict.local} />
        <Version
          title={t('annotations.conflict.theirs')}
          keys={keys}
          record={conflict.current?.content ?? null}
        />
      </div>
    </>
  )
}

interface VersionProps {
  title: string
  /** The fields in conflict. */
  keys: readonly string[]
  record: AnyRecord | null
}

function Version({ title, keys, record }: VersionProps) {
  const { t } = useTranslation()
  const { fields } = useEditorContext().data
  const language = currentLanguage()
  const values = wireFieldsOf(record?.fields ?? {})
  const textOf = (key: string, field: Field | undefined) => {
    const value = values[key]
    if (value === undefined) return t('annotations.conflict.noValue')
    return field === undefined ? valueAsText(value) : valueInWords(field, value, language)
  }
  return (
    <figure className={classes['version']}>
      <figcaption>{title}</figcaption>
      {keys.map((key) => {
        const field = fields.find((each) => each.field.key === key)?.field
        return (
          <Text key={key} size="sm">
            {field?.words[language] ?? key}: {textOf(key, field)}
          </Text>
        )
      })}
    </figure>
  )
}
