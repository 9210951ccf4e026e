import { Alert, Button, Group, Radio, Stack, Table, Text, Textarea } from '@mantine/core'
import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'

import type { Adjudication } from '#contract/adjudication'
import type { Field } from '#contract/fields/field'
import { isRequired, isShown, withComputed } from '#contract/fields/rules'
import { sameValue, type FieldValue, type FieldValues } from '#contract/fields/value'
import { valueInWords } from '#contract/fields/words'

import { toHundredths } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { pageOfImage, type Place, useSettle } from './api.ts'
import classes from './decision-form.module.css'
import { readerName } from './readers-view.tsx'

/** The control of a field, from the feature of fields. */
export type FieldControl = ComponentType<{
  field: Field
  value: FieldValue | undefined
  isRequired: boolean
  onChange: ((value: FieldValue | null) => void) | undefined
}>

interface DecisionFormProps {
  place: Place
  data: Adjudication
  parts: { FieldInput: FieldControl }
}

/** What each reader said, and the final grades. The key of a reader's letter takes all of their answers. */
export function DecisionForm({ place, data, parts: { FieldInput } }: DecisionFormProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const settle = useSettle(place, data.image.id)
  const [entered, setEntered] = useState<FieldValues>(data.finals)
  const [outlines, setOutlines] = useState<string | null>(
    data.outlines_of ?? (data.outlines_by === null ? null : 'own'),
  )
  const [note, setNote] = useState(data.note)
  const fields = data.fields.map(({ field }) => field)
  const values = withComputed(fields, entered)
  const isOpen = data.state !== 'reading'
  const missing = fields.some(
    (field) => isRequired(field, values) && values[field.key] === undefined,
  )
  const mayTake = data.state !== 'reading' && !settle.isPending
  const take = (letter: string) => {
    const reader = data.readers.find((each) => each.letter === letter)
    if (reader === undefined || !mayTake) return
    setEntered(reader.values)
    if (data.outlines) setOutlines(letter)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      take(event.key.toUpperCase())
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
  const change = (key: string, value: FieldValue | null) => {
    const { [key]: _, ...others } = entered
    setEntered(value === null ? others : { ...others, [key]: value })
  }
  const submit = () => {
    const grades = Object.fromEntries(
      fields.flatMap(({ key, computed }) =>
        computed === undefined ? [[key, entered[key] ?? null]] : [],
      ),
    )
    const body = { revision: data.revision, grades, outlines, note }
    settle.mutate(
      { params: settle.params, body },
      {
        onSuccess: ({ next_image_id: next }) => {
          if (next !== null) void navigate(pageOfImage(place, next))
        },
      },
    )
  }
  return (
    <Stack gap="sm">
      {!isOpen && <Alert color="gray">{t('adjudication.stillReading')}</Alert>}
      <ScrollRegion label={t('adjudication.grades')} className={classes['grades']}>
        <Table aria-label={t('adjudication.grades')} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('adjudication.field')}</Table.Th>
              {data.readers.map((reader) => (
                <Table.Th key={reader.letter}>
                  <Button
                    size="compact-xs"
                    variant="light"
                    disabled={!mayTake}
                    onClick={() => take(reader.letter)}
                  >
                    {t('adjudication.take', { reader: readerName(reader) })}
                  </Button>
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fields.map((field) => (
              <FieldRow
                key={field.key}
                field={field}
                data={data}
                value={values[field.key]}
                onTake={mayTake ? (value) => change(field.key, value) : undefined}
              />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
      {data.readers.map(
        ({ letter, name, state, note: word }) =>
          word !== '' && (
            <Text key={letter} size="sm">
              {readerName({ letter, name })} · {t(`assignments.states.${state}`)}: {word}
            </Text>
          ),
      )}
      {fields.map(
        (field) =>
          isShown(field, values) && (
            <FieldInput
              key={field.key}
              field={field}
              value={values[field.key]}
              isRequired={isRequired(field, values)}
              onChange={isOpen ? (value) => change(field.key, value) : undefined}
            />
          ),
      )}
      {data.outlines && (
        <Radio.Group
          label={t('adjudication.finalOutlines')}
          value={outlines ?? ''}
          onChange={setOutlines}
        >
          <Stack gap={6} mt={4}>
            {data.readers.map((reader) => (
              <Radio
                key={reader.letter}
                size="sm"
                value={reader.letter}
                disabled={!isOpen}
                label={readerName(reader)}
              />
            ))}
            <Radio
              size="sm"
              value="own"
              disabled={!isOpen || data.own_outlines.length === 0}
              label={t('adjudication.own')}
            />
          </Stack>
        </Radio.Group>
      )}
      {data.outline_pairs.map(({ category, readers, dice }) => (
        <Text key={`${category} ${readers.join(' ')}`} size="xs" c="dimmed">
          {category} · {readers.join(', ')} · Dice {toHundredths(dice)}
        </Text>
      ))}
      <Textarea
        label={t('adjudication.note')}
        autosize
        minRows={1}
        maxRows={5}
        maxLength={1000}
        disabled={!isOpen}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button disabled={!isOpen || missing} loading={settle.isPending} onClick={submit}>
          {t(data.next_image_id === null ? 'adjudication.settle' : 'adjudication.settleNext')}
        </Button>
        {data.outlines && (
          <Button component={Link} to={`/annotate/${data.image.id}`} variant="default">
            {t('adjudication.draw')}
          </Button>
        )}
        {data.next_image_id !== null && (
          <Button component={Link} to={pageOfImage(place, data.next_image_id)} variant="subtle">
            {t('adjudication.skip')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

interface FieldRowProps {
  field: Field
  data: Adjudication
  /** The final value so far. */
  value: FieldValue | undefined
  /** Absent: nothing can be taken now. */
  onTake: ((value: FieldValue | null) => void) | undefined
}

function FieldRow({ field, data, value, onTake }: FieldRowProps) {
  const { t } = useTranslation()
  const language = currentLanguage()
  const differs = data.differing.includes(field.key)
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={differs ? 700 : 400} c={differs ? 'orange' : 'inherit'}>
        {field.words[language]}
      </Table.Th>
      {data.readers.map(({ letter, values }) => {
        const said = values[field.key]
        const text = said === undefined ? '–' : valueInWords(field, said, language)
        const isTaken = said !== undefined && value !== undefined && sameValue(said, value)
        return (
          <Table.Td key={letter}>
            {said === undefined || onTake === undefined || field.computed !== undefined ? (
              <Text size="sm">{text}</Text>
            ) : (
              <Button
                size="compact-sm"
                variant={isTaken ? 'filled' : 'default'}
                aria-pressed={isTaken}
                aria-label={t('adjudication.takeValue', { letter, text })}
                onClick={() => onTake(said)}
              >
                {text}
              </Button>
            )}
          </Table.Td>
        )
      })}
    </Table.Tr>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [role=combobox]')
}
