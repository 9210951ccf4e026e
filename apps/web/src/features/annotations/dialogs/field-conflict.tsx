import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { AnyRecord } from '#annotation/document'
import type { FieldValue } from '#annotation/fields'
import { fieldOf } from '#annotation/records'
import { cellsInConflict, type Conflict } from '#annotation/save'

import classes from './conflict-dialog.module.css'

/** The fields of the image to which two people have given different values. */
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
  return (
    <figure className={classes['version']}>
      <figcaption>{title}</figcaption>
      {keys.map((key) => (
        <Text key={key} size="sm">
          {key}: <Value value={record?.fields[key]} />
        </Text>
      ))}
    </figure>
  )
}

function Value({ value }: { value: FieldValue | undefined }) {
  const { t } = useTranslation()
  if (value === undefined) return t('annotations.conflict.noValue')
  if (typeof value !== 'object') return String(value)
  return 'cannotTell' in value ? t('annotations.conflict.cannotTell') : value.join(', ')
}
