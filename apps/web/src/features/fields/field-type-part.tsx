import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { IconPlus, IconTrash } from '../../ui/icons.ts'
import type { DraftPart } from './field-draft.ts'

/** The part of the form that depends on the type: options, limits of a number, lines of a text. */
export function TypePart({ draft, set }: DraftPart) {
  const { t } = useTranslation()
  switch (draft.type) {
    case 'choice':
      return (
        <>
          <Options draft={draft} set={set} />
          <Checkbox
            label={t('fields.ordered')}
            checked={draft.ordered}
            onChange={({ currentTarget }) => set({ ordered: currentTarget.checked })}
          />
        </>
      )
    case 'choices':
      return <Options draft={draft} set={set} />
    case 'number':
      return <NumberPart draft={draft} set={set} />
    case 'text':
      return (
        <Checkbox
          label={t('fields.multiline')}
          checked={draft.multiline}
          onChange={({ currentTarget }) => set({ multiline: currentTarget.checked })}
        />
      )
    case 'yesNo':
    case 'date':
      return null
  }
}

function NumberPart({ draft, set }: DraftPart) {
  const { t } = useTranslation()
  return (
    <Group grow gap="sm" align="flex-start">
      <TextInput
        label={t('fields.unit')}
        title={t('fields.unitHint')}
        placeholder="mm[Hg]"
        value={draft.unit}
        onChange={({ currentTarget }) => set({ unit: currentTarget.value })}
      />
      <NumberInput
        label={t('fields.least')}
        hideControls
        value={draft.min}
        onChange={(value) => set({ min: String(value) })}
      />
      <NumberInput
        label={t('fields.greatest')}
        hideControls
        value={draft.max}
        onChange={(value) => set({ max: String(value) })}
      />
      <NumberInput
        label={t('fields.decimals')}
        min={0}
        max={6}
        allowDecimal={false}
        value={draft.decimals}
        onChange={(value) => set({ decimals: String(value) })}
      />
    </Group>
  )
}

function Options({ draft, set }: DraftPart) {
  const { t } = useTranslation()
  const { options } = draft
  const change = (id: number, what: Partial<(typeof options)[number]>) =>
    set({ options: options.map((option) => (option.id === id ? { ...option, ...what } : option)) })
  const add = () => {
    const id = Math.max(-1, ...options.map((option) => option.id)) + 1
    set({ options: [...options, { id, value: '', en: '', ko: '' }] })
  }
  const inputs = [
    ['value', 'optionValue'],
    ['en', 'optionEn'],
    ['ko', 'optionKo'],
  ] as const
  const headings = { value: t('fields.key'), en: t('fields.nameEn'), ko: t('fields.nameKo') }
  return (
    <Stack gap={6} component="fieldset" p={0} m={0} bd={0}>
      <Text component="legend" size="sm" fw={500} p={0}>
        {t('fields.options')}
      </Text>
      {options.map((option, place) => (
        <Group key={option.id} gap="xs" wrap="nowrap">
          {inputs.map(([name, label]) => (
            <TextInput
              key={name}
              flex={name === 'value' ? 1 : 2}
              miw={0}
              placeholder={headings[name]}
              aria-label={t(`fields.${label}`, { number: place + 1 })}
              value={option[name]}
              onChange={({ currentTarget }) => change(option.id, { [name]: currentTarget.value })}
            />
          ))}
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={t('fields.removeOption', { number: place + 1 })}
            disabled={options.length <= 2}
            onClick={() => set({ options: options.filter(({ id }) => id !== option.id) })}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="default"
        size="xs"
        w="fit-content"
        leftSection={<IconPlus size={14} aria-hidden />}
        onClick={add}
      >
        {t('fields.addOption')}
      </Button>
    </Stack>
  )
}
