import { Anchor, Breadcrumbs, Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { IconFolder, IconSearch } from '../../ui/icons.ts'
import { foldersOnTheWay } from './image-query.ts'

interface FolderTrailProps {
  datasetName: string
  folder: string
  onOpen: (folder: string | undefined) => void
}

/** Breadcrumbs from the dataset to the open folder; nothing at the top level. */
export function FolderTrail({ datasetName, folder, onOpen }: FolderTrailProps) {
  const { t } = useTranslation()
  const way = foldersOnTheWay(folder)
  if (way.length === 0) return null
  return (
    <nav aria-label={t('datasets.breadcrumb')}>
      <Breadcrumbs>
        <Anchor component="button" type="button" onClick={() => onOpen(undefined)}>
          {datasetName}
        </Anchor>
        {way.map(({ name, path }, index) =>
          index === way.length - 1 ? (
            <span key={path} aria-current="location">
              {name}
            </span>
          ) : (
            <Anchor key={path} component="button" type="button" onClick={() => onOpen(path)}>
              {name}
            </Anchor>
          ),
        )}
      </Breadcrumbs>
    </nav>
  )
}

interface SubfoldersProps {
  names: readonly string[]
  folder: string
  onOpen: (folder: string) => void
}

/** Folders to show at once; a longer list has a search field. */
const mostShown = 30

export function Subfolders({ names, folder, onOpen }: SubfoldersProps) {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState('')
  if (names.length === 0) return null
  const isLong = names.length > mostShown
  const found = isLong ? containing(names, wanted) : names
  const left = found.length - mostShown
  return (
    <Group component="nav" gap="xs" aria-label={t('datasets.subdirectories')}>
      {isLong && (
        <TextInput
          size="xs"
          aria-label={t('datasets.findFolder')}
          placeholder={t('datasets.findFolder')}
          leftSection={<IconSearch size={16} />}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      {found.slice(0, mostShown).map((name) => (
        <Button
          key={name}
          variant="default"
          size="xs"
          leftSection={<IconFolder size={16} />}
          onClick={() => {
            setWanted('')
            onOpen(folder === '' ? name : `${folder}/${name}`)
          }}
        >
          {name}
        </Button>
      ))}
      {left > 0 && (
        <Text size="sm" c="dimmed">
          {t('datasets.moreFolders', { count: left })}
        </Text>
      )}
      {found.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('datasets.noFolderFound')}
        </Text>
      )}
    </Group>
  )
}

function containing(names: readonly string[], wanted: string): readonly string[] {
  const part = wanted.trim().normalize().toLowerCase()
  return names.filter((name) => name.normalize().toLowerCase().includes(part))
}
