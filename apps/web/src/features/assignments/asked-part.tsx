import { Checkbox, MultiSelect, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** What readers are asked for. */
export interface Asks {
  /** Keys of fields; null: all of the dataset. */
  readonly fields: readonly string[] | null
  readonly outlines: boolean
  readonly confirmation: boolean
}

export const allFields: Asks = { fields: null, outlines: false, confirmation: false }

interface AskedPartProps {
  /** The fields of images; undefined while they are loaded. */
  offered: readonly { value: string; label: string }[] | undefined
  isBlinded: boolean
  value: Asks
  onChange: (asks: Asks) => void
}

/** The fields to answer, and whether outlines and the confirmation of results are asked for. */
export function AskedPart({ offered, isBlinded, value, onChange }: AskedPartProps) {
  const { t } = useTranslation()
  return (
    <>
      {offered?.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('assignments.noFields')}
        </Text>
      ) : (
        <MultiSelect
          label={t('assignments.fields')}
          data={offered === undefined ? [] : [...offered]}
          value={[...askedFields(value, offered)]}
          searchable
          hidePickedOptions
          onChange={(fields) => onChange({ ...value, fields })}
        />
      )}
      <Checkbox
        label={t('assignments.outlines')}
        checked={value.outlines}
        onChange={(event) => onChange({ ...value, outlines: event.currentTarget.checked })}
      />
      <Checkbox
        label={t('assignments.confirmation')}
        description={t('assignments.confirmationHint')}
        checked={value.confirmation && !isBlinded}
        disabled={isBlinded}
        onChange={(event) => onChange({ ...value, confirmation: event.currentTarget.checked })}
      />
    </>
  )
}

/** The keys of the fields that are asked for. */
export function askedFields(
  { fields }: Asks,
  offered: readonly { value: string }[] = [],
): readonly string[] {
  return fields ?? offered.map(({ value }) => value)
}
