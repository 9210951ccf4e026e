import { useEffect, useRef } from 'react'

import classes from './row-checkbox.module.css'

interface RowCheckboxProps {
  label: string
  /** The label is a text beside the box, not only for screen readers. */
  isLabelShown?: boolean
  checked: boolean
  /** Some of the items that it stands for are chosen. */
  isPartly?: boolean
  /** Called with whether shift was held, which chooses a range. */
  onToggle: (withShift: boolean) => void
}

/** Chooses an item of a list. A bare element, because Mantine's widgets are slow in long lists. */
export function RowCheckbox(props: RowCheckboxProps) {
  const { label, isLabelShown = false, checked, isPartly = false, onToggle } = props
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = isPartly
  }, [isPartly])
  return (
    <label className={classes['target']}>
      <input
        ref={input}
        type="checkbox"
        className={classes['box']}
        aria-label={isLabelShown ? undefined : label}
        checked={checked}
        onChange={({ nativeEvent }) =>
          onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
      {isLabelShown && label}
    </label>
  )
}
