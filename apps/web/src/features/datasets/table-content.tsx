import { Switch, Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { useStoredSwitch } from '../../ui/use-stored.ts'
import type { DatasetData } from './api.ts'
import { listedFields } from './field-orders.ts'
import type { ImageQuery } from './image-query.ts'
import { ImageTable } from './image-table.tsx'
import { useSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import type { TableParts } from './table-parts.ts'
import type { TableChanges } from './table-query.ts'

const none: readonly Image[] = []

interface TableContentProps {
  datasetId: number
  /** Undefined while loading. */
  data: DatasetData | undefined
  query: ImageQuery
  /** The previous page is still shown while the requested one loads. */
  stale: boolean
  byVisit: boolean
  onByVisit: (isOn: boolean) => void
  parts: TableParts
  /** The choice of the page, above the rows. */
  paging: ReactNode
  /** Shown in place of a table without rows. */
  empty: ReactNode
  onChange: (changes: TableChanges) => void
}

/** The rows of the table with what chooses among them; choosing rows renders nothing else anew. */
export function TableContent(props: TableContentProps) {
  const { datasetId, data, query, stale, byVisit, onByVisit, parts, paging, empty, onChange } =
    props
  const { t } = useTranslation()
  const [withDetails, setDetails] = useStoredSwitch('DICOM details')
  const selection = useSelection(data?.images ?? none)
  const fields = useMemo(() => listedFields(data?.fields ?? []), [data?.fields])
  return (
    <>
      <SelectionBar
        selection={selection}
        idle={
          <>
            <Text size="sm" c="dimmed" flex={1} aria-live="polite">
              {data !== undefined && t('datasets.imageCount', { count: data.total })}
            </Text>
            <Switch
              label={t('table.byVisit')}
              checked={byVisit}
              onChange={(event) => onByVisit(event.currentTarget.checked)}
            />
            <Switch
              label={t('table.details')}
              checked={withDetails}
              onChange={(event) => setDetails(event.currentTarget.checked)}
            />
          </>
        }
      >
        {data !== undefined && (
          <parts.ChosenActions datasetId={datasetId} images={selection.chosen} data={data} />
        )}
      </SelectionBar>
      {paging}
      {data?.images.length === 0 ? (
        empty
      ) : (
        <ImageTable
          images={data?.images}
          fields={fields}
          query={query}
          stale={stale}
          withDetails={withDetails}
          byVisit={byVisit}
          parts={parts}
          selection={selection}
          onChange={onChange}
        />
      )}
    </>
  )
}
