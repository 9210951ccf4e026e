import { Table, UnstyledButton } from '@mantine/core'

import { Fragment } from 'react'

import { IconArrowDown, IconArrowUp } from './icons.ts'
import classes from './sort-heading.module.css'

/** Within a label such as OrderID, which may break before each of its words. */
const wordStart = /(?<=\p{Ll})(?=\p{Lu})/u

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
        <span>
          {label.split(wordStart).map((part, place) => (
            <Fragment key={part}>
              {place > 0 && <wbr />}
              {part}
            </Fragment>
          ))}
        </span>
        {isSorted && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </Table.Th>
  )
}
