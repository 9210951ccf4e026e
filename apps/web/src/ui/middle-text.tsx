import { VisuallyHidden } from '@mantine/core'

import classes from './middle-text.module.css'
import { splitBeforeEnd, textWidth } from './text-width.ts'

/** Names up to this width are shown whole, or shortened at their end. */
const shortWidth = 16
/** Width of the end that stays: usually a number and the kind of file. */
const endWidth = 10

/**
 * A name on one line. If space is short, a long one loses its middle, because UIDs differ at their ends.
 * The tooltip and screen readers have the whole name.
 */
export function MiddleText({ text }: { text: string }) {
  if (textWidth(text) <= shortWidth) {
    return (
      <span className={classes['short']} title={text}>
        {text}
      </span>
    )
  }
  const [start, end] = splitBeforeEnd(text, endWidth)
  return (
    <span className={classes['long']} title={text}>
      <VisuallyHidden>{text}</VisuallyHidden>
      <span className={classes['start']} aria-hidden>
        {start}
      </span>
      <span className={classes['end']} aria-hidden>
        {end}
      </span>
    </span>
  )
}
