import { Checkbox, Group, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { type Field, fieldSubjects, fieldTypes } from '#contract/fields/field'
import { isCannotTell } from '#contract/fields/value'

import { currentLanguage } from '../../i18n/i18n.ts'
import { ChoiceSelect } from '../../ui/choice-select.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogButtons } from '../../ui/dialog-buttons.tsx'
import {
  draftOf,
  type DraftPart,
  type FieldDraft,
  fieldIn,
  keyFrom,
  newDraft,
} from './field-draft.ts'
import { TypePart } from './field-type-part.tsx'
import { answersOf } from './grading.ts'

interface FieldDialogProps {
  /** Null for a new field. */
  field: Field | null
  /** Whether values may exist, so that type and subject can no longer change. */
  isFixed: boolean
  others: readonly Field[]
  onApply: (field: Field) => void
  onClose: () => void
}

/** The form that describes one field. */
export function FieldDialog({ field, isFixed, others, onApply, onClose }: FieldDialogProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(() => (field === null ? newDraft : draftOf(field)))
  const set = (change: Partial<FieldDraft>) => setDraft((before) => ({ ...before, ...change }))
  const described = fieldIn(draft)
  const isTaken = others.some(({ key }) => key === draft.key)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (described !== undefined && !isTaken) onApply(described)
  }
  return (
    <Dialog
      opened
      size="lg"
      title={t(field === null ? 'fields.dialog.add' : 'fields.dialog.edit')}
      onClose={onClose}
    >
      <form noValidate onSubmit={submit}>
        <Stack gap="sm">
          <Names draft={draft} set={set} isNew={field === null} />
          <Group grow gap="sm" align="flex-start">
            <ChoiceSelect
              label={t('fields.type')}
              data={fieldTypes.map((value) => ({ value, label: t(`fields.types.${value}`) }))}
              value={draft.type}
              disabled={isFixed}
              onChange={(type) => set({ type })}
            />
            <ChoiceSelect
              label={t('fields.subject')}
              data={fieldSubjects.map((value) => ({
                value,
                label: t(`fields.subjects.${value}`),
              }))}
              value={draft.subject}
              disabled={isFixed}
              onChange={(subject) => set({ subject })}
            />
          </Group>
          <TypePart draft={draft} set={set} />
          <Group grow gap="sm" align="flex-start">
            <TextInput
              label={t('fields.help')}
              value={draft.helpEn}
              onChange={({ currentTarget }) => set({ helpEn: currentTarget.value })}
            />
            <TextInput
              label={t('fields.helpKo')}
              value={draft.helpKo}
              onChange={({ currentTarget }) => set({ helpKo: currentTarget.value })}
            />
          </Group>
          <Checkbox
            label={t('fields.allowCannotTell')}
            checked={draft.cannotTell}
            onChange={({ currentTarget }) => set({ cannotTell: currentTarget.checked })}
          />
          <Checkbox
            label={t('fields.isRequired')}
            checked={draft.required}
            onChange={({ currentTarget }) => set({ required: currentTarget.checked })}
          />
          {described !== undefined && <NormalAnswer field={described} set={set} />}
          <Readers draft={draft} set={set} />
          <ShownWhen draft={draft} set={set} others={others} />
          {described === undefined && (
            <Text size="sm" c="dimmed">
              {t('fields.incomplete')}
            </Text>
          )}
        </Stack>
        <DialogButtons
          submit={t('fields.apply')}
          busy={false}
          disabled={described === undefined || isTaken}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

function Names({ draft, set, isNew }: DraftPart & { isNew: boolean }) {
  const { t } = useTranslation()
  const rename = (en: string) =>
    set(isNew && draft.key === keyFrom(draft.en) ? { en, key: keyFrom(en) } : { en })
  return (
    <>
      <Group grow gap="sm" align="flex-start">
        <TextInput
          label={t('fields.nameEn')}
          data-autofocus
          value={draft.en}
          onChange={({ currentTarget }) => rename(currentTarget.value)}
        />
        <TextInput
          label={t('fields.nameKo')}
          value={draft.ko}
          onChange={({ currentTarget }) => set({ ko: currentTarget.value })}
        />
      </Group>
      <TextInput
        label={t('fields.key')}
        description={t('fields.keyHint')}
        value={draft.key}
        disabled={!isNew}
        onChange={({ currentTarget }) => set({ key: currentTarget.value })}
      />
    </>
  )
}

/** The answer for a normal eye, of a field with few answers. */
function NormalAnswer({ field, set }: Pick<DraftPart, 'set'> & { field: Field }) {
  const { t } = useTranslation()
  if (field.type === 'choices') return null
  const answers = answersOf(field, currentLanguage()).filter(({ value }) => !isCannotTell(value))
  if (answers.length === 0) return null
  const chosen = answers.findIndex(({ value }) => value === field.normal)
  return (
    <Select
      label={t('fields.normalAnswer')}
      placeholder={t('fields.noNormal')}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      data={answers.map(({ words }, place) => ({ value: String(place), label: words }))}
      value={chosen === -1 ? null : String(chosen)}
      onChange={(place) => set({ normal: answers[Number(place ?? -1)]?.value ?? null })}
    />
  )
}

/** Whether each reader states a value of their own; an annotation has one author anyway. */
function Readers({ draft, set }: DraftPart) {
  const { t } = useTranslation()
  if (draft.subject === 'annotation') return null
  return (
    <>
      <Checkbox
        label={t('fields.perReader')}
        description={t('fields.perReaderHint')}
        checked={draft.perReader}
        onChange={({ currentTarget }) => set({ perReader: currentTarget.checked })}
      />
      {draft.perReader && (
        <Checkbox
          ml="xl"
          label={t('fields.showsOthers')}
          checked={draft.showsOthers}
          onChange={({ currentTarget }) => set({ showsOthers: currentTarget.checked })}
        />
      )}
    </>
  )
}

/** The most common rule: another field has one of certain options. */
function ShownWhen({ draft, set, others }: DraftPart & { others: readonly Field[] }) {
  const { t } = useTranslation()
  const language = currentLanguage()
  if (draft.kept.shownWhen !== undefined) {
    return (
      <Text size="sm" c="dimmed">
        {t('fields.otherRule')}
      </Text>
    )
  }
  const deciding = others.filter((other) => 'options' in other)
  const chosen = deciding.find(({ key }) => key === draft.shownBy)
  return (
    <Group grow gap="sm" align="flex-start">
      <Select
        label={t('fields.shownWhen')}
        placeholder={t('fields.always')}
        clearable
        clearButtonProps={{ 'aria-label': t('common.clear') }}
        data={deciding.map(({ key, words }) => ({ value: key, label: words[language] }))}
        value={draft.shownBy === '' ? null : draft.shownBy}
        onChange={(key) => set({ shownBy: key ?? '', shownFor: [] })}
      />
      {chosen !== undefined && 'options' in chosen && (
        <MultiSelect
          label={t('fields.shownIs')}
          data={chosen.options.map(({ value, words }) => ({ value, label: words[language] }))}
          value={[...draft.shownFor]}
          onChange={(shownFor) => set({ shownFor })}
        />
      )}
    </Group>
  )
}
