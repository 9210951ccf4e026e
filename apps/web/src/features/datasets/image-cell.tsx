import { Table } from '@mantine/core'

import classes from './image-table.module.css'

/** The mark of every empty cell. */
const none = 'N/A'

interface ImageCellProps {
  /** Empty if the value is unknown. */
  text: string
  /** The tooltip, if not the text. */
  title?: string
  /** How many lines a long text may take. */
  lines?: 1 | 2
}

/** A cell with a text, shortened if it is too long; the tooltip has the whole of it. */
export function ImageCell({ text, title = text, lines = 1 }: ImageCellProps) {
  if (text === '') return <Table.Td className={classes['none'] ?? ''}>{none}</Table.Td>
  return (
    <Table.Td title={title}>
      <div className={classes[lines === 1 ? 'line' : 'clamped']}>{text}</div>
    </Table.Td>
  )
}
