import { Checkbox, MultiSelect, NumberInput, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import type { Field } from '#contract/fields/field'
import { misfitOf } from '#contract/fields/rules'
import { cannotTell, type FieldValue, isCannotTell, isSeveral } from '#contract/fields/value'
import { valueAsText, valueInWords } from '#contract/fields/words'

import { currentLanguage } from '../../i18n/i18n.ts'
import { DayInput } from '../../ui/day-input.tsx'

interface FieldInputProps<F extends Field = Field> {
  field: F
  value: FieldValue | undefined
  isRequired: boolean
  /** Null removes the value. */
  onChange: (value: FieldValue | null) => void
}

interface ShownFieldProps extends Omit<FieldInputProps, 'onChange'> {
  /** Absent: the value is only shown. */
  onChange: FieldInputProps['onChange'] | undefined
}

/** The extra option of selects for "cannot tell"; no option of a field can have this value. */
const cannotTellOption = '\u0000'

/** The control of one field, by its type. */
export function FieldInput({ onChange, ...shown }: ShownFieldProps) {
  const { field, value } = shown
  if (field.computed !== undefined || onChange === undefined) return <ShownValue {...shown} />
  const props = { ...shown, onChange }
  switch (field.type) {
    case 'choice':
    case 'yesNo':
      return <OneChoice {...props} />
    case 'choices':
      return (
        <CannotTell {...props}>
          <SeveralChoices {...props} field={field} />
        </CannotTell>
      )
    case 'number':
      return (
        <CannotTell {...props}>
          <NumberValue key={valueAsText(value)} {...props} field={field} />
        </CannotTell>
      )
    case 'text':
    case 'date':
      return (
        <CannotTell {...props}>
          <TextValue key={valueAsText(value)} {...props} />
        </CannotTell>
      )
  }
}

function useWords({ field, isRequired }: Pick<FieldInputProps, 'field' | 'isRequired'>) {
  const language = currentLanguage()
  return {
    size: 'xs',
    label: field.words[language],
    title: field.help?.[language],
    withAsterisk: isRequired,
  } as const
}

function ShownValue(props: Omit<FieldInputProps, 'onChange'>) {
  const { t } = useTranslation()
  const { field, value } = props
  const words = useWords(props)
  return (
    <TextInput
      {...words}
      readOnly
      variant="filled"
      {...(field.computed !== undefined && { description: t('fields.computed') })}
      value={value === undefined ? '' : valueInWords(field, value, currentLanguage())}
    />
  )
}

function OneChoice(props: FieldInputProps) {
  const { t } = useTranslation()
  const { field, value, onChange } = props
  const words = useWords(props)
  const language = currentLanguage()
  const options =
    'options' in field
      ? field.options.map((option) => ({ value: option.value, label: option.words[language] }))
      : [
          { value: 'true', label: t('common.yes') },
          { value: 'false', label: t('common.no') },
        ]
  const offered = [
    ...options,
    ...(field.cannotTell ? [{ value: cannotTellOption, label: t('fields.cannotTell') }] : []),
  ]
  const chosen = (text: string | null): FieldValue | null => {
    if (text === null) return null
    if (text === cannotTellOption) return cannotTell
    return field.type === 'yesNo' ? text === 'true' : text
  }
  return (
    <Select
      {...words}
      data={offered}
      value={optionOf(value)}
      placeholder={t('fields.notSet')}
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      onChange={(text) => onChange(chosen(text))}
    />
  )
}

function optionOf(value: FieldValue | undefined): string | null {
  if (value === undefined) return null
  return isCannotTell(value) ? cannotTellOption : String(value)
}

function SeveralChoices(props: FieldInputProps<Field & { type: 'choices' }>) {
  const { t } = useTranslation()
  const { field, value, onChange } = props
  const words = useWords(props)
  const language = currentLanguage()
  const chosen = value !== undefined && isSeveral(value) ? value : []
  return (
    <MultiSelect
      {...words}
      data={field.options.map((option) => ({
        value: option.value,
        label: option.words[language],
      }))}
      value={[...chosen]}
      placeholder={chosen.length > 0 ? '' : t('fields.notSet')}
      onChange={(options) => onChange(options.length === 0 ? null : options)}
    />
  )
}

function NumberValue(props: FieldInputProps<Field & { type: 'number' }>) {
  const { t } = useTranslation()
  const { field, value, onChange } = props
  const words = useWords(props)
  const [text, setText] = useState<string | number>(typeof value === 'number' ? value : '')
  const commit = () => {
    if (text === '') return value === undefined ? undefined : onChange(null)
    const number = Number(text)
    return misfitOf(field, number) === null && number !== value ? onChange(number) : undefined
  }
  return (
    <NumberInput
      {...words}
      value={text}
      placeholder={t('fields.notSet')}
      decimalScale={field.decimals}
      {...(field.min !== undefined && { min: field.min })}
      {...(field.max !== undefined && { max: field.max })}
      {...(field.unit !== undefined && { suffix: ` ${field.unit}` })}
      hideControls
      onChange={setText}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}

function TextValue(props: FieldInputProps) {
  const { t } = useTranslation()
  const { field, value, onChange } = props
  const words = useWords(props)
  const [text, setText] = useState(typeof value === 'string' ? value : '')
  const commit = (typed: string) => {
    const wanted = typed.trim()
    if (wanted === (typeof value === 'string' ? value : '')) return
    if (wanted === '') onChange(null)
    else if (misfitOf(field, wanted) === null) onChange(wanted)
  }
  // A day is complete without leaving the field: the calendar chooses it.
  const chooseDay = (day: string) => {
    setText(day)
    if (day !== '') commit(day)
  }
  const shared = {
    ...words,
    value: text,
    placeholder: t('fields.notSet'),
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
    onBlur: () => commit(text),
  }
  if (field.type === 'date') {
    return <DayInput {...shared} placeholder="YYYY-MM-DD" onChange={chooseDay} />
  }
  if (field.type !== 'text') return null
  return field.multiline ? (
    <Textarea autosize minRows={2} maxRows={8} maxLength={field.most} {...shared} />
  ) : (
    <TextInput
      maxLength={field.most}
      {...shared}
      onKeyDown={(event) => event.key === 'Enter' && commit(text)}
    />
  )
}

/** For types without options: "cannot tell" below the control, if the field allows it. */
function CannotTell({
  field,
  value,
  onChange,
  children,
}: FieldInputProps & { children: React.ReactNode }) {
  const { t } = useTranslation()
  const isIt = value !== undefined && isCannotTell(value)
  if (!field.cannotTell) return children
  return (
    <div>
      {children}
      <Checkbox
        size="xs"
        mt={6}
        label={t('fields.cannotTell')}
        checked={isIt}
        onChange={(event) => onChange(event.currentTarget.checked ? cannotTell : null)}
      />
    </div>
  )
}
