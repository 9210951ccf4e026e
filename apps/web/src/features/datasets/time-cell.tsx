import { Table } from '@mantine/core'

import { shownIso } from '#clock/clock-time'

import { ImageCell } from './image-cell.tsx'
import classes from './image-table.module.css'

/** The reading of the camera's clock: the day, and below it the time with its zone. */
export function TimeCell({ taken }: { taken: string | null }) {
  if (taken === null) return <ImageCell text="" />
  const text = shownIso(taken)
  const [day, ...time] = text.split(' ')
  return (
    <Table.Td title={text} className={classes['line'] ?? ''}>
      {day} <div className={classes['time']}>{time.join(' ')}</div>
    </Table.Td>
  )
}
