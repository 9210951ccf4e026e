import { Select, type SelectProps } from '@mantine/core'

interface ChoiceSelectProps<T extends string> extends Pick<
  SelectProps,
  'id' | 'label' | 'description' | 'disabled' | 'className'
> {
  data: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

/** A choice of one that cannot be cleared. */
export function ChoiceSelect<T extends string>({
  data,
  value,
  onChange,
  ...rest
}: ChoiceSelectProps<T>) {
  return (
    <Select
      {...rest}
      data={[...data]}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  )
}
