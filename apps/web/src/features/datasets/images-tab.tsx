import { Button, Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import cards from '../../ui/cards.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconFilterOff, IconPhotoPlus } from '../../ui/icons.ts'
import { Paging } from '../../ui/paging.tsx'
import { RowCheckbox } from '../../ui/row-checkbox.tsx'
import type { DatasetData } from './api.ts'
import type { DatasetParts } from './dataset-parts.ts'
import { FolderTrail, Subfolders } from './folders.tsx'
import { annotatorAddress, type ImageQuery, isFiltered } from './image-query.ts'
import classes from './images-tab.module.css'
import { useSelection } from './selection.ts'
import { SelectAll, SelectionBar } from './selection-bar.tsx'

interface ImagesTabProps {
  data: DatasetData
  query: ImageQuery
  /** The previous page is still shown while the requested one loads. */
  stale: boolean
  parts: Pick<DatasetParts, 'ImageCard' | 'ChosenActions'>
  uploadButton: ReactNode
  onPage: (page: number) => void
  onFolder: (folder: string | undefined) => void
  onClearFilters: () => void
}

export function ImagesTab({ data, query, stale, parts, ...rest }: ImagesTabProps) {
  const { t } = useTranslation()
  const { page, pages, dataset, folder, subdirectories, images } = data
  const selection = useSelection(images)
  return (
    <Stack gap="md">
      <FolderTrail datasetName={dataset.name} folder={folder} onOpen={rest.onFolder} />
      <Subfolders names={subdirectories} folder={folder} onOpen={rest.onFolder} />
      <Paging page={page} pages={pages} label={t('common.pagesAbove')} onChange={rest.onPage} />
      {images.length === 0 ? (
        <NoImages
          filtered={isFiltered(query)}
          uploadButton={rest.uploadButton}
          onClearFilters={rest.onClearFilters}
        />
      ) : (
        <>
          <SelectionBar
            selection={selection}
            lead={<SelectAll selection={selection} shown={images.length} />}
            idle={
              selection.isOffered && (
                <SelectAll selection={selection} shown={images.length} isLabelShown />
              )
            }
          >
            <parts.ChosenActions datasetId={dataset.id} images={selection.chosen} data={data} />
          </SelectionBar>
          <ul className={`${cards['cards']} ${classes['grid']}`} data-stale={stale || undefined}>
            {images.map((image) => (
              <parts.ImageCard
                key={image.id}
                image={image}
                address={annotatorAddress(image.id, query)}
                fields={data.fields}
                checkbox={
                  selection.isOffered && (
                    <RowCheckbox
                      label={t('images.choose', { id: image.id })}
                      checked={selection.has(image.id)}
                      onToggle={(withShift) => selection.toggle(image.id, withShift)}
                    />
                  )
                }
              />
            ))}
          </ul>
        </>
      )}
      <Paging page={page} pages={pages} label={t('common.pagesBelow')} onChange={rest.onPage} />
    </Stack>
  )
}

interface NoImagesProps {
  filtered: boolean
  uploadButton: ReactNode
  onClearFilters: () => void
}

function NoImages({ filtered, uploadButton, onClearFilters }: NoImagesProps) {
  const { t } = useTranslation()
  if (!filtered) {
    return (
      <EmptyState
        icon={<IconPhotoPlus size={40} />}
        title={t('datasets.noImagesInDirectory')}
        action={uploadButton}
      />
    )
  }
  return (
    <EmptyState
      icon={<IconFilterOff size={40} />}
      title={t('datasets.noMatchTitle')}
      action={
        <Button variant="default" onClick={onClearFilters}>
          {t('datasets.clearFilters')}
        </Button>
      }
    >
      {t('datasets.noMatch')}
    </EmptyState>
  )
}

export function ImageSkeletons() {
  return (
    <div className={cards['cards']} aria-hidden>
      {Array.from({ length: 10 }, (_, number) => (
        <Skeleton key={number} height={240} />
      ))}
    </div>
  )
}
