import { ActionIcon, Button, Fieldset, Text, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { IconPlus, IconX } from './icons.ts'
import classes from './key-value-editor.module.css'
import { duplicateRows, type KeyValue, withNewRow } from './key-values.ts'

interface KeyValueEditorProps {
  legend: string
  hint: string
  rows: readonly KeyValue[]
  onChange: (rows: KeyValue[]) => void
}

export function KeyValueEditor({ legend, hint, rows, onChange }: KeyValueEditorProps) {
  const { t } = useTranslation()
  const duplicates = duplicateRows(rows)
  const change = (id: number, part: Partial<KeyValue>) =>
    onChange(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  return (
    <Fieldset legend={legend}>
      <Text size="sm" c="dimmed" mb="xs">
        {hint}
      </Text>
      {rows.length === 0 && <Text size="sm">{t('common.noEntries')}</Text>}
      {rows.map((row, index) => (
        <div key={row.id} className={classes['row']}>
          <TextInput
            aria-label={t('common.keyOf', { number: index + 1 })}
            placeholder={t('common.key')}
            value={row.key}
            maxLength={200}
            error={duplicates.has(row.id) && t('common.duplicateKey')}
            onChange={(event) => change(row.id, { key: event.currentTarget.value })}
          />
          <TextInput
            aria-label={t('common.valueOf', { number: index + 1 })}
            placeholder={t('common.value')}
            value={row.value}
            onChange={(event) => change(row.id, { value: event.currentTarget.value })}
          />
          <ActionIcon
            size="input-sm"
            aria-label={t('common.removeEntry', { number: index + 1 })}
            onClick={() => onChange(rows.filter((other) => other.id !== row.id))}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      <Button
        mt="xs"
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={() => onChange(withNewRow(rows))}
      >
        {t('common.addEntry')}
      </Button>
    </Fieldset>
  )
}
