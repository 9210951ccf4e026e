import { Skeleton, Table, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import type { ImageOrderKey } from '#contract/image-filters'
import type { Image } from '#contract/images'

import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { imageColumns } from './image-columns.ts'
import { annotatorAddress, type ImageQuery, orderOf } from './image-query.ts'
import { ImageRow } from './image-row.tsx'
import classes from './image-table.module.css'
import type { TableParts } from './table-parts.ts'
import type { TableChanges } from './table-query.ts'

interface ImageTableProps {
  /** Undefined while they are loading. */
  images: readonly Image[] | undefined
  query: ImageQuery
  /** What is shown is the page before the one asked for. */
  stale: boolean
  withDetails: boolean
  parts: Pick<TableParts, 'ReferButton' | 'ReferralNote' | 'ImageMenu'>
  onChange: (changes: TableChanges) => void
}

export function ImageTable({ images, query, stale, ...rest }: ImageTableProps) {
  const { t } = useTranslation()
  const order = orderOf(query)
  const sort = (key: ImageOrderKey) => {
    const isAscending = order.key === key ? !order.isAscending : true
    rest.onChange({ order: key, ascending: isAscending ? 'true' : 'false' })
  }
  return (
    <ScrollRegion label={t('table.label')} className={classes['scroll']}>
      <Table
        highlightOnHover
        horizontalSpacing="xs"
        verticalSpacing={6}
        fz="0.8125rem"
        className={classes['table'] ?? ''}
        aria-label={t('table.label')}
        data-stale={stale || undefined}
      >
        <Table.Thead>
          <Table.Tr>
            {imageColumns.map((key) => (
              <SortHeading key={key} column={key} order={order} onSort={() => sort(key)} />
            ))}
            <Table.Th>{t('table.analysis')}</Table.Th>
            <Table.Th aria-label={t('table.options')} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {images?.map((image) => (
            <ImageRow
              key={image.id}
              image={image}
              address={annotatorAddress(image.id, query)}
              withDetails={rest.withDetails}
              parts={rest.parts}
            />
          )) ?? <Skeletons />}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  )
}

interface SortHeadingProps {
  column: (typeof imageColumns)[number]
  order: ReturnType<typeof orderOf>
  onSort: () => void
}

function SortHeading({ column, order, onSort }: SortHeadingProps) {
  const { t } = useTranslation()
  const isSorted = order.key === column
  const direction = order.isAscending ? 'ascending' : 'descending'
  const Arrow = order.isAscending ? IconArrowUp : IconArrowDown
  return (
    <Table.Th aria-sort={isSorted ? direction : 'none'}>
      <UnstyledButton className={classes['heading'] ?? ''} onClick={onSort}>
        {t(`table.columns.${column}`)}
        {isSorted && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </Table.Th>
  )
}

function Skeletons() {
  return Array.from({ length: 8 }, (_, row) => (
    <Table.Tr key={row} aria-hidden>
      <Table.Td colSpan={imageColumns.length + 2}>
        <Skeleton height={24} />
      </Table.Td>
    </Table.Tr>
  ))
}
