import { Select, type SelectProps } from '@mantine/core'
import { useDeferredValue, useState } from 'react'

interface LongSelectProps extends Omit<
  SelectProps,
  'data' | 'value' | 'searchable' | 'limit' | 'onDropdownOpen' | 'onDropdownClose'
> {
  data: readonly { value: string; label: string }[]
  value: string | null
}

/** More than the dropdown shows without scrolling. */
const firstOptions = 12

/**
 * A searchable select of many options. The dropdown opens with the first ones, up to the chosen one; the
 * others follow below them.
 */
export function LongSelect({ data, value, ...rest }: LongSelectProps) {
  const [isOpen, setOpen] = useState(false)
  const isComplete = useDeferredValue(isOpen)
  const chosen = data.findIndex((option) => option.value === value)
  return (
    <Select
      {...rest}
      searchable
      data={[...data]}
      limit={isComplete ? data.length : chosen + 1 + firstOptions}
      value={value}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
    />
  )
}
