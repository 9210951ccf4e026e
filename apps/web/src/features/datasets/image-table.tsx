import { Skeleton, Table, VisuallyHidden } from '@mantine/core'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'

import type { Field } from '#contract/fields/field'
import type { Image } from '#contract/images'
import { referImage } from '#contract/mics'

import { useMay } from '../../api/rights.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { SortHeading } from '../../ui/sort-heading.tsx'
import { useFits } from '../../ui/use-fits.ts'
import { imageColumns, tableColumns, tableLayouts, widthOf } from './image-columns.ts'
import { type ImageQuery, listedBy, orderOf } from './image-query.ts'
import { ImageRow, type RowParts } from './image-row.tsx'
import tables from '../../ui/table.module.css'
import classes from './image-table.module.css'
import type { Selection } from './selection.ts'
import { SelectAll } from './selection-bar.tsx'
import type { TableChanges } from './table-query.ts'
import { VisitHeading } from './visit-heading.tsx'
import { visitsOf } from './visits.ts'

interface ImageTableProps {
  /** Undefined while loading. */
  images: readonly Image[] | undefined
  fields: readonly Field[]
  query: ImageQuery
  /** The previous page is still shown while the requested one loads. */
  stale: boolean
  withDetails: boolean
  /** The images are ordered by visit; each visit has a heading. */
  byVisit: boolean
  parts: RowParts
  selection: Selection<Image>
  onChange: (changes: TableChanges) => void
}

export function ImageTable(props: ImageTableProps) {
  const { images, fields, query, stale, byVisit, selection, ...rest } = props
  const { t } = useTranslation()
  const order = orderOf(query)
  // The head answers at once, and the rows a moment later.
  const listed = useDeferredValue(listedBy(query))
  const inVisits = useDeferredValue(byVisit)
  const withDetails = useDeferredValue(rest.withDetails)
  const sort = (key: typeof order.key) => {
    const isAscending = order.key === key ? !order.isAscending : true
    rest.onChange({ order: key, ascending: isAscending ? 'true' : 'false' })
  }
  const mayRefer = useMay()(referImage)
  const isShown = ({ name }: { name: string }) =>
    (name !== 'choice' || selection.isOffered) && (name !== 'analyse' || mayRefer)
  const layouts = tableLayouts.map((layout) =>
    tableColumns(fields, currentLanguage(), layout).filter(isShown),
  )
  const { ref, place } = useFits(...layouts.map(widthOf))
  const columns = layouts[place] ?? []
  const joined = columns.some(({ name }) => name === 'fields')
  return (
    <ScrollRegion label={t('table.label')} className={tables['scroll']} ref={ref}>
      <Table
        highlightOnHover
        fz="0.8125rem"
        miw={`${widthOf(columns)}rem`}
        className={classes['table'] ?? ''}
        aria-label={t('table.label')}
        data-stale={stale || undefined}
      >
        <colgroup>
          {columns.map(({ name, width }) => (
            <col key={name} style={{ width: `${width}rem` }} />
          ))}
        </colgroup>
        <Table.Thead>
          <Table.Tr>
            {selection.isOffered && (
              <Table.Th>
                <SelectAll selection={selection} shown={images?.length ?? 0} />
              </Table.Th>
            )}
            <Table.Th>
              <VisuallyHidden>{t('table.picture')}</VisuallyHidden>
            </Table.Th>
            {imageColumns.map((key) => (
              <SortHeading
                key={key}
                label={t(`table.columns.${key}`)}
                isSorted={order.key === key}
                isAscending={order.isAscending}
                onSort={() => sort(key)}
              />
            ))}
            {joined ? (
              <Table.Th>{t('table.fields')}</Table.Th>
            ) : (
              fields.map(({ key, words }) => (
                <SortHeading
                  key={`field.${key}`}
                  label={words[currentLanguage()]}
                  isSorted={order.key === `field.${key}`}
                  isAscending={order.isAscending}
                  onSort={() => sort(`field.${key}`)}
                />
              ))
            )}
            {mayRefer && <Table.Th>{t('table.analysis')}</Table.Th>}
            <Table.Th>
              <VisuallyHidden>{t('table.options')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        {images === undefined ? (
          <Table.Tbody>
            <Skeletons columns={columns.length} />
          </Table.Tbody>
        ) : (
          (inVisits ? visitsOf(images) : [{ day: null, images }]).map((visit) => (
            <Table.Tbody key={visit.images[0]?.id}>
              {inVisits && <VisitHeading visit={visit} columns={columns.length} />}
              {visit.images.map((image) => (
                <ImageRow
                  key={image.id}
                  image={image}
                  fields={fields}
                  joined={joined}
                  columns={columns.length}
                  address={`/annotate/${image.id}?${listed}`}
                  withDetails={withDetails}
                  parts={rest.parts}
                  isChosen={selection.has(image.id)}
                  onToggle={selection.isOffered ? selection.toggle : null}
                />
              ))}
            </Table.Tbody>
          ))
        )}
      </Table>
    </ScrollRegion>
  )
}

function Skeletons({ columns }: { columns: number }) {
  return Array.from({ length: 8 }, (_, row) => (
    <Table.Tr key={row} aria-hidden>
      <Table.Td colSpan={columns}>
        <Skeleton height={34} />
      </Table.Td>
    </Table.Tr>
  ))
}
