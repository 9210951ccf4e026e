import { Anchor, Breadcrumbs, Button, Group } from '@mantine/core'
import { IconFolder } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { foldersOnTheWay } from './image-query.ts'

interface FolderTrailProps {
  datasetName: string
  folder: string
  onOpen: (folder: string | undefined) => void
}

/** The way from the dataset to the open folder; nothing at the dataset's top. */
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

export function Subfolders({ names, folder, onOpen }: SubfoldersProps) {
  const { t } = useTranslation()
  if (names.length === 0) return null
  return (
    <Group component="nav" gap="xs" aria-label={t('datasets.subdirectories')}>
      {names.map((name) => (
        <Button
          key={name}
          variant="default"
          size="xs"
          leftSection={<IconFolder size={16} />}
          onClick={() => onOpen(folder === '' ? name : `${folder}/${name}`)}
        >
          {name}
        </Button>
      ))}
    </Group>
  )
}
