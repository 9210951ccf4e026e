import { TextInput } from '@mantine/core'

import { useSettledText } from './use-settled-text.ts'

interface FilterTextProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A text field that filters when typing pauses, or immediately on Enter. */
export function FilterText({ label, value, onChange }: FilterTextProps) {
  const { draft, type, tell } = useSettledText(value, onChange)
  return (
    <TextInput
      label={label}
      value={draft}
      maxLength={200}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') tell(draft)
      }}
    />
  )
}
