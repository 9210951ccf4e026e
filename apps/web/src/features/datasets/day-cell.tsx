import { Table } from '@mantine/core'

import { ImageCell } from './image-cell.tsx'
import classes from './image-table.module.css'

/** A day as in '2026-03-31', which breaks after the year if its column is narrow. */
export function DayCell({ day }: { day: string }) {
  if (day === '') return <ImageCell text="" />
  const [year, ...rest] = day.split('-')
  return (
    <Table.Td title={day} className={classes['day'] ?? ''}>
      {year}-<wbr />
      {rest.join('-')}
    </Table.Td>
  )
}
