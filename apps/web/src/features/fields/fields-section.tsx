import { ActionIcon, Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { builtInFields } from '#contract/fields/built-in'
import type { DatasetField, Field } from '#contract/fields/field'
import { fieldForms } from '#contract/fields/forms'

import { currentLanguage } from '../../i18n/i18n.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { Section } from '../../ui/section.tsx'
import { fieldsOf, useSetFields } from './api.ts'
import { FieldDialog } from './field-dialog.tsx'
import classes from './fields-section.module.css'

/** The fields of a dataset, for its owner. */
export function FieldsSection({ datasetId }: { datasetId: number }) {
  const { t } = useTranslation()
  const query = useQuery(fieldsOf(datasetId))
  return (
    <Section title={t('fields.title')}>
      <Stack gap="md">
        <Text size="sm">{t('fields.intro')}</Text>
        <QueryFailed title={t('common.loadFailed')} query={query} />
        {query.data === undefined && query.error === null && <Skeleton height={120} />}
        {query.data !== undefined && (
          <FieldList
            // Resets the form when somebody saves the fields.
            key={JSON.stringify(query.data)}
            datasetId={datasetId}
            saved={query.data.fields}
            removed={query.data.removed}
          />
        )}
      </Stack>
    </Section>
  )
}

interface FieldListProps {
  datasetId: number
  saved: readonly DatasetField[]
  removed: readonly DatasetField[]
}

function FieldList({ datasetId, saved, removed }: FieldListProps) {
  const { t } = useTranslation()
  const save = useSetFields(datasetId)
  const [fields, setFields] = useState(() => saved.map(({ field }) => field))
  const [edited, setEdited] = useState<Field | 'new' | null>(null)
  const language = currentLanguage()
  const isChanged = JSON.stringify(fields) !== JSON.stringify(saved.map(({ field }) => field))
  const known = new Set([...saved, ...removed].map(({ field }) => field.key))
  const used = new Set(fields.map(({ key }) => key))
  const isNew = ({ key }: Field) => !used.has(key) && !known.has(key)
  // A form whose fields are there in part is added as what is missing.
  const forms = fieldForms
    .map((form) => ({ ...form, fields: form.fields.filter(isNew) }))
    .filter((form) => form.fields.length > 1)
  const move = (place: number, by: -1 | 1) => setFields(moved(fields, place, by))
  const apply = (field: Field) => {
    setFields(
      edited === 'new' || edited === null
        ? [...fields, field]
        : fields.map((each) => (each.key === edited.key ? field : each)),
    )
    setEdited(null)
  }
  const submit = () =>
    save.mutate({
      params: { id: datasetId },
      body: {
        fields,
        replaces: Object.fromEntries(saved.map(({ field, version }) => [field.key, version])),
      },
    })
  return (
    <Stack gap="sm">
      {fields.length === 0 ? (
        <EmptyState title={t('fields.none')} />
      ) : (
        <ul className={classes['list']}>
          {fields.map((field, place) => (
            <FieldRow key={field.key} field={field}>
              <RowButton
                label={t('fields.up', { name: field.words[language] })}
                icon={<IconArrowUp size={16} />}
                disabled={place === 0}
                onClick={() => move(place, -1)}
              />
              <RowButton
                label={t('fields.down', { name: field.words[language] })}
                icon={<IconArrowDown size={16} />}
                disabled={place === fields.length - 1}
                onClick={() => move(place, 1)}
              />
              <RowButton
                label={t('fields.edit', { name: field.words[language] })}
                icon={<IconPencil size={16} />}
                onClick={() => setEdited(field)}
              />
              <RowButton
                label={t('fields.remove', { name: field.words[language] })}
                icon={<IconTrash size={16} />}
                onClick={() => setFields(fields.filter(({ key }) => key !== field.key))}
              />
            </FieldRow>
          ))}
        </ul>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setEdited('new')}
        >
          {t('fields.addNew')}
        </Button>
        {forms.map(({ id, words, fields: added }) => (
          <Button
            key={id}
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setFields([...fields, ...added])}
          >
            {t('fields.addForm', { name: words[language] })}
          </Button>
        ))}
        {builtInFields.filter(isNew).map((field) => (
          <Button
            key={field.key}
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setFields([...fields, field])}
          >
            {t('fields.addBuiltIn', { name: field.words[language] })}
          </Button>
        ))}
      </Group>
      <Removed
        fields={removed.map(({ field }) => field).filter(({ key }) => !used.has(key))}
        onPutBack={(field) => setFields([...fields, field])}
      />
      <Group gap="sm">
        <Button loading={save.isPending} disabled={!isChanged} onClick={submit}>
          {t('common.save')}
        </Button>
        {isChanged && (
          <Text size="sm" c="dimmed">
            {t('fields.unsaved')}
          </Text>
        )}
      </Group>
      {edited !== null && (
        <FieldDialog
          field={edited === 'new' ? null : edited}
          isFixed={edited !== 'new' && known.has(edited.key)}
          others={fields.filter((each) => each !== edited)}
          onApply={apply}
          onClose={() => setEdited(null)}
        />
      )}
    </Stack>
  )
}

function moved(fields: readonly Field[], place: number, by: -1 | 1): Field[] {
  const next = [...fields]
  const [field] = next.splice(place, 1)
  return field === undefined ? next : next.toSpliced(place + by, 0, field)
}

function FieldRow({ field, children }: { field: Field; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <li className={classes['row']}>
      <div className={classes['what']}>
        <Text size="sm" fw={500} truncate>
          {field.words[currentLanguage()]}
        </Text>
        <Text size="xs" c="dimmed" truncate>
          {t(`fields.types.${field.type}`)} · {t(`fields.subjects.${field.subject}`)} ·{' '}
          <code>{field.key}</code>
        </Text>
      </div>
      {field.required && (
        <Badge size="xs" variant="light" color="gray">
          {t('fields.required')}
        </Badge>
      )}
      <Group gap={2} wrap="nowrap">
        {children}
      </Group>
    </li>
  )
}

interface RowButtonProps {
  label: string
  icon: ReactNode
  disabled?: boolean
  onClick: () => void
}

function RowButton({ label, icon, disabled = false, onClick }: RowButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  )
}

interface RemovedProps {
  fields: readonly Field[]
  onPutBack: (field: Field) => void
}

function Removed({ fields, onPutBack }: RemovedProps) {
  const { t } = useTranslation()
  if (fields.length === 0) return null
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {t('fields.removed')}
      </Text>
      {fields.map((field) => (
        <Button key={field.key} variant="subtle" size="compact-sm" onClick={() => onPutBack(field)}>
          {t('fields.putBack', { name: field.words[currentLanguage()] })}
        </Button>
      ))}
    </Group>
  )
}
