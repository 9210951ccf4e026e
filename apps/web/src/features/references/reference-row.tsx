import { ActionIcon, NativeSelect, NumberInput, Table, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { type ReferencedMeasure, referencedMeasures } from '#contract/references'
import { measureName } from '#report/measures'

import { reader } from '../../i18n/format.ts'
import { IconTrash } from '../../ui/icons.ts'
import type { ReferenceFields } from './reference-fields.ts'
import classes from './references.module.css'

interface ReferenceRowProps {
  /** Counted from 1, as in the server's messages. */
  number: number
  fields: ReferenceFields
  onChange: (change: Partial<ReferenceFields>) => void
  onRemove: () => void
}

const numbers = { mean: 5, sd: 5, n: 0 } as const
/** Shown after the number. */
const units: Partial<Readonly<Record<ReferencedMeasure, string>>> = {
  crae: ' µm',
  crve: ' µm',
  discFoveaAngle: '°',
}
const sexes = ['both', 'female', 'male'] as const

/** The inputs of one reference. */
export function ReferenceRow({ number, fields, onChange, onRemove }: ReferenceRowProps) {
  const { t } = useTranslation()
  const of = (what: string): string => t('references.of', { what, number })
  const age = (name: 'age_from' | 'age_to', label: string) => (
    <NumberInput
      size="xs"
      w="4rem"
      aria-label={label}
      hideControls
      min={0}
      max={129}
      allowDecimal={false}
      value={fields[name]}
      onChange={(value) => onChange({ [name]: String(value) })}
    />
  )
  return (
    <Table.Tr>
      <Table.Td>{number}</Table.Td>
      <Table.Td>
        <NativeSelect
          size="xs"
          miw="11rem"
          aria-label={of(t('references.measure'))}
          value={fields.measure}
          data={referencedMeasures.map((value) => ({
            value,
            label: measureName(value, reader()),
          }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ measure: value as ReferencedMeasure })
          }
        />
      </Table.Td>
      <Table.Td>
        <NativeSelect
          size="xs"
          miw="6rem"
          aria-label={of(t('references.sex'))}
          value={fields.sex}
          data={sexes.map((value) => ({ value, label: t(`references.sexes.${value}`) }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ sex: value as ReferenceFields['sex'] })
          }
        />
      </Table.Td>
      <Table.Td>
        <span className={classes['ages']}>
          {age('age_from', t('references.ageFrom', { number }))}
          <span aria-hidden>–</span>
          {age('age_to', t('references.ageTo', { number }))}
        </span>
      </Table.Td>
      {(['mean', 'sd', 'n'] as const).map((name) => (
        <Table.Td key={name}>
          <NumberInput
            size="xs"
            w="6.5rem"
            aria-label={of(t(`references.${name}`))}
            hideControls
            decimalScale={numbers[name]}
            suffix={name === 'n' ? '' : (units[fields.measure] ?? '')}
            value={fields[name]}
            onChange={(value) => onChange({ [name]: String(value) })}
          />
        </Table.Td>
      ))}
      <Table.Td>
        <TextInput
          size="xs"
          miw="14rem"
          maxLength={500}
          aria-label={of(t('references.source'))}
          placeholder={t('references.sourceHint')}
          value={fields.source}
          onChange={({ currentTarget: { value } }) => onChange({ source: value })}
        />
      </Table.Td>
      <Table.Td>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('references.remove', { number })}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  )
}
