import { VisuallyHidden } from '@mantine/core'

import classes from './middle-text.module.css'

/** Names up to this length are shown whole, or shortened at their end. */
const shortLength = 16
/** Characters at the end that stay: usually a number and the kind of file. */
const endLength = 10

/**
 * A name on one line. If space is short, a long one loses its middle, because UIDs differ at their ends.
 * The tooltip and screen readers have the whole name.
 */
export function MiddleText({ text }: { text: string }) {
  const letters = Array.from(text)
  if (letters.length <= shortLength) {
    return (
      <span className={classes['short']} title={text}>
        {text}
      </span>
    )
  }
  return (
    <span className={classes['long']} title={text}>
      <VisuallyHidden>{text}</VisuallyHidden>
      <span className={classes['start']} aria-hidden>
        {letters.slice(0, -endLength).join('')}
      </span>
      <span className={classes['end']} aria-hidden>
        {letters.slice(-endLength).join('')}
      </span>
    </span>
  )
}
