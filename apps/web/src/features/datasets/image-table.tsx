import { Skeleton, Table, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Field } from '#contract/fields/field'
import type { Image } from '#contract/images'

import { currentLanguage } from '../../i18n/i18n.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { SortHeading } from '../../ui/sort-heading.tsx'
import { imageColumns } from './image-columns.ts'
import { annotatorAddress, type ImageQuery, orderOf } from './image-query.ts'
import { ImageRow } from './image-row.tsx'
import tables from '../../ui/table.module.css'
import classes from './image-table.module.css'
import type { TableParts } from './table-parts.ts'
import type { TableChanges } from './table-query.ts'

interface ImageTableProps {
  /** Undefined while loading. */
  images: readonly Image[] | undefined
  fields: readonly Field[]
  query: ImageQuery
  /** The previous page is still shown while the requested one loads. */
  stale: boolean
  withDetails: boolean
  parts: Pick<TableParts, 'ReferButton' | 'ReferralNote' | 'ImageMenu'>
  onChange: (changes: TableChanges) => void
}

export function ImageTable({ images, fields, query, stale, ...rest }: ImageTableProps) {
  const { t } = useTranslation()
  const order = orderOf(query)
  const sort = (key: typeof order.key) => {
    const isAscending = order.key === key ? !order.isAscending : true
    rest.onChange({ order: key, ascending: isAscending ? 'true' : 'false' })
  }
  return (
    <ScrollRegion label={t('table.label')} className={tables['scroll']}>
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
              <SortHeading
                key={key}
                label={t(`table.columns.${key}`)}
                isSorted={order.key === key}
                isAscending={order.isAscending}
                onSort={() => sort(key)}
              />
            ))}
            {fields.map(({ key, words }) => (
              <SortHeading
                key={`field.${key}`}
                label={words[currentLanguage()]}
                isSorted={order.key === `field.${key}`}
                isAscending={order.isAscending}
                onSort={() => sort(`field.${key}`)}
              />
            ))}
            <Table.Th>{t('table.analysis')}</Table.Th>
            <Table.Th>
              <VisuallyHidden>{t('table.options')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {images?.map((image) => (
            <ImageRow
              key={image.id}
              image={image}
              fields={fields}
              address={annotatorAddress(image.id, query)}
              withDetails={rest.withDetails}
              parts={rest.parts}
            />
          )) ?? <Skeletons columns={imageColumns.length + fields.length + 2} />}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  )
}

function Skeletons({ columns }: { columns: number }) {
  return Array.from({ length: 8 }, (_, row) => (
    <Table.Tr key={row} aria-hidden>
      <Table.Td colSpan={columns}>
        <Skeleton height={24} />
      </Table.Td>
    </Table.Tr>
  ))
}
