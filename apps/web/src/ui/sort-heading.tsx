import { Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'

import classes from './sort-heading.module.css'

interface SortHeadingProps {
  label: string
  isSorted: boolean
  isAscending: boolean
  onSort: () => void
}

/** The heading of a column by which the table can be sorted. */
export function SortHeading({ label, isSorted, isAscending, onSort }: SortHeadingProps) {
  const direction = isAscending ? 'ascending' : 'descending'
  const Arrow = isAscending ? IconArrowUp : IconArrowDown
  return (
    <Table.Th aria-sort={isSorted ? direction : 'none'}>
      <UnstyledButton className={classes['heading'] ?? ''} onClick={onSort}>
        {label}
        {isSorted && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </Table.Th>
  )
}
