import { Button, Select, Text, TextInput } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { pacsModalities, type PacsSettings } from '#contract/pacs'
import { type PacsCriteria, searchPacs } from '#contract/pacs-search'

import { dayOf } from '../../ui/day.ts'
import { DayRange } from '../../ui/day-range.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { useFields } from '../../ui/use-fields.ts'
import classes from './retrieve-dialog.module.css'

const texts = [
  { name: 'patientName', label: 'table.patientName', longest: 64 },
  { name: 'patientID', label: 'table.patientID', longest: 64 },
  { name: 'accessionNumber', label: 'pacs.accessionNumber', longest: 16 },
] as const

interface SearchFormProps {
  /** The modality of the images that the dataset accepts. */
  modality: PacsSettings['MODALITY']
  patientId: string
  isBusy: boolean
  onSearch: (criteria: PacsCriteria) => void
}

/** Search criteria for studies; initially those of today. */
export function SearchForm({ modality: taken, patientId, isBusy, onSearch }: SearchFormProps) {
  const { t } = useTranslation()
  const { fields, field } = useFields({
    patientName: '',
    patientID: patientId,
    accessionNumber: '',
  })
  const [days, setDays] = useState<readonly [string, string] | null>(() => {
    const today = dayOf(new Date())
    return [today, today]
  })
  const [modality, setModality] = useState<string>(taken)
  const given = Object.entries({
    ...fields,
    studyDate: days?.map((day) => day.replaceAll('-', '')).join('-') ?? '',
    modality: modality === 'ANY' ? '' : modality,
  }).filter(([, value]) => value.trim() !== '')
  const parsed = searchPacs.body.safeParse(Object.fromEntries(given))
  const faulty = new Set(parsed.error?.issues.map(({ path: [name] }) => name))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (parsed.success && !isBusy) onSearch(parsed.data)
  }
  return (
    <search>
      <form noValidate className={classes['form']} onSubmit={submit}>
        <DayRange
          label={t('table.studyDays')}
          placeholder={t('table.anyDay')}
          clearLabel={t('table.allDays')}
          value={days}
          onChange={setDays}
        />
        {texts.map(({ name, label, longest }) => (
          <TextInput
            key={name}
            label={t(label)}
            autoComplete="off"
            spellCheck={false}
            maxLength={longest}
            data-autofocus={name === 'patientName' || undefined}
            error={faulty.has(name) && t('pacs.faults.sought')}
            {...field(name)}
          />
        ))}
        <Select
          label={t('pacs.modalityOfStudy')}
          allowDeselect={false}
          data={pacsModalities.map((value) => ({
            value,
            label: value === 'ANY' ? t('pacs.anyModality') : value,
          }))}
          value={modality}
          onChange={(value) => setModality(value ?? taken)}
        />
        <Button
          type="submit"
          className={classes['search'] ?? ''}
          leftSection={<IconSearch size={16} />}
          loading={isBusy}
          disabled={!parsed.success}
        >
          {t('table.search')}
        </Button>
        {given.length === 0 && (
          <Text size="sm" c="dimmed" className={classes['note'] ?? ''}>
            {t('pacs.noCriterion')}
          </Text>
        )}
      </form>
    </search>
  )
}
