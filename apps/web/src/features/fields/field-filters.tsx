import { Group, MultiSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { DatasetField, Field } from '#contract/fields/field'
import { type FieldFilter, type FieldFilters, FieldFiltersText } from '#contract/fields/filter'
import { cannotTell, type ListedValue, readersDiffer, sameValue } from '#contract/fields/value'
import { valueInWords } from '#contract/fields/words'

import { currentLanguage } from '../../i18n/i18n.ts'
import { FilterText } from '../../ui/filter-text.tsx'

interface FieldFiltersFormProps {
  fields: readonly DatasetField[]
  /** As in the list's query: JSON, or undefined for none. */
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** Filters a list of images by field values, with a control for each field. */
export function FieldFiltersForm({ fields, value, onChange }: FieldFiltersFormProps) {
  const { t } = useTranslation()
  const filters: FieldFilters = FieldFiltersText.safeParse(value ?? '{}').data ?? {}
  const own = fields.filter(({ field }) => field.subject !== 'annotation')
  if (own.length === 0) return null
  const set = (key: string, filter: FieldFilter | undefined) => {
    const { [key]: _before, ...others } = filters
    const next = filter === undefined ? others : { ...others, [key]: filter }
    onChange(Object.keys(next).length === 0 ? undefined : JSON.stringify(next))
  }
  return (
    <Stack
      component="fieldset"
      gap="sm"
      p={0}
      m={0}
      bd={0}
      miw={0}
      aria-label={t('fields.filters')}
    >
      {own.map(({ field }) => (
        <OneFilter
          key={field.key}
          field={field}
          filter={filters[field.key]}
          onChange={(filter) => set(field.key, filter)}
        />
      ))}
    </Stack>
  )
}

interface OneFilterProps {
  field: Field
  filter: FieldFilter | undefined
  onChange: (filter: FieldFilter | undefined) => void
}

function OneFilter(props: OneFilterProps) {
  const { field, filter, onChange } = props
  const label = field.words[currentLanguage()]
  switch (field.type) {
    case 'text':
      return (
        <FilterText
          label={label}
          value={filter?.contains ?? ''}
          onChange={(contains) => onChange(contains === '' ? undefined : { contains })}
        />
      )
    case 'number':
      return <Limits {...props} label={label} />
    case 'date':
      return <Days {...props} label={label} />
    case 'choice':
    case 'choices':
    case 'yesNo':
      return <AnyOf {...props} label={label} />
  }
}

interface Offer {
  readonly label: string
  readonly value: ListedValue | null
}

function differing(field: Field): Offer {
  return { value: readersDiffer, label: valueInWords(field, readersDiffer, currentLanguage()) }
}

/** Offers the options, "cannot tell", that readers differ, and no value at all. */
function AnyOf({ field, filter, label, onChange }: OneFilterProps & { label: string }) {
  const { t } = useTranslation()
  const offers: readonly Offer[] = [
    ...('options' in field
      ? field.options.map(({ value, words }) => ({ value, label: words[currentLanguage()] }))
      : [
          { value: true, label: t('common.yes') },
          { value: false, label: t('common.no') },
        ]),
    ...(field.cannotTell ? [{ value: cannotTell, label: t('fields.cannotTell') }] : []),
    ...(field.perReader === undefined ? [] : [differing(field)]),
    { value: null, label: t('fields.notSet') },
  ]
  const chosen = offers.flatMap(({ value }, place) =>
    filter?.in?.some((wanted) => sameValue(wanted, value)) ? [String(place)] : [],
  )
  return (
    <MultiSelect
      label={label}
      placeholder={chosen.length === 0 ? t('fields.anyValue') : ''}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      data={offers.map((offer, place) => ({ value: String(place), label: offer.label }))}
      value={chosen}
      onChange={(places) => {
        const wanted = places.flatMap((place) => {
          const offer = offers[Number(place)]
          return offer === undefined ? [] : [offer.value]
        })
        onChange(wanted.length === 0 ? undefined : { in: wanted })
      }}
    />
  )
}

function Limits({ filter, label, onChange }: OneFilterProps & { label: string }) {
  const { t } = useTranslation()
  const limit = (name: 'from' | 'to') => ({
    'aria-label': `${label}: ${t(`fields.${name}`)}`,
    placeholder: t(`fields.${name}`),
    hideControls: true,
    value: filter?.[name] ?? '',
    onChange: (value: string | number) => onChange(withLimit(filter, name, Number(value), value)),
  })
  return (
    <div>
      <label>{label}</label>
      <Group grow gap="xs">
        <NumberInput {...limit('from')} />
        <NumberInput {...limit('to')} />
      </Group>
    </div>
  )
}

function Days({ filter, label, onChange }: OneFilterProps & { label: string }) {
  const { t } = useTranslation()
  const limit = (name: 'from' | 'to') => ({
    'aria-label': `${label}: ${t(`fields.${name}`)}`,
    type: 'date',
    value: String(filter?.[name] ?? ''),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange(withLimit(filter, name, currentTarget.value, currentTarget.value)),
  })
  return (
    <div>
      <label>{label}</label>
      <Group grow gap="xs">
        <TextInput {...limit('from')} />
        <TextInput {...limit('to')} />
      </Group>
    </div>
  )
}

/** The filter with a limit; without it if its control is empty. */
function withLimit(
  filter: FieldFilter | undefined,
  name: 'from' | 'to',
  limit: number | string,
  entered: string | number,
): FieldFilter | undefined {
  const { [name]: _before, ...rest } = filter ?? {}
  if (entered !== '') return { ...rest, [name]: limit }
  return Object.keys(rest).length === 0 ? undefined : rest
}
