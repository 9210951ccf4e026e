import { Skeleton, Table, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'

import { ScrollRegion } from './scroll-region.tsx'
import { SortHeading } from './sort-heading.tsx'
import classes from './table.module.css'

type Alignment = 'start' | 'centre' | 'end'

const alignments = { start: undefined, centre: classes['centre'], end: classes['number'] }

export interface Column {
  title: string
  /** Only for screen readers. */
  isTitleHidden?: true
  align?: Alignment
  /** If the table can be sorted by the column. */
  sort?: { isSorted: boolean; isAscending: boolean; onSort: () => void }
}

interface DataTableProps {
  label: string
  columns: readonly Column[]
  /** Undefined while loading. */
  rows: readonly ReactNode[] | undefined
}

/** A table with a heading, which scrolls within itself if the window is too narrow. */
export function DataTable({ label, columns, rows }: DataTableProps) {
  return (
    <ScrollRegion label={label} className={classes['scroll']}>
      <Table highlightOnHover aria-label={label} className={classes['data'] ?? ''}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Heading key={column.title} {...column} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows ?? [0, 1, 2].map((row) => <SkeletonRow key={row} columns={columns.length} />)}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  )
}

function Heading({ title, isTitleHidden, align = 'start', sort }: Column) {
  if (sort !== undefined) return <SortHeading label={title} {...sort} />
  return (
    <Table.Th className={alignments[align] ?? ''}>
      {isTitleHidden ? <VisuallyHidden>{title}</VisuallyHidden> : title}
    </Table.Th>
  )
}

function SkeletonRow({ columns }: { columns: number }) {
  return (
    <Table.Tr aria-hidden>
      <Table.Td colSpan={columns}>
        <Skeleton height={28} />
      </Table.Td>
    </Table.Tr>
  )
}
