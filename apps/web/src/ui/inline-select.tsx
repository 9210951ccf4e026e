import { useId } from 'react'

import { ChoiceSelect } from './choice-select.tsx'
import classes from './inline-select.module.css'

interface InlineSelectProps<T extends string> {
  label: string
  data: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
  narrow?: boolean
}

/** A choice of one, with the label in front. */
export function InlineSelect<T extends string>(props: InlineSelectProps<T>) {
  const { label, data, value, onChange, narrow = false } = props
  const id = useId()
  return (
    <div className={classes['field']} data-narrow={narrow || undefined}>
      <label htmlFor={id} className={classes['label']}>
        {label}
      </label>
      <ChoiceSelect
        id={id}
        className={classes['select'] ?? ''}
        data={data}
        value={value}
        onChange={onChange}
      />
    </div>
  )
}
