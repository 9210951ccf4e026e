import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import type { Dataset } from '#contract/datasets'

import { mayWith } from '../../api/rights.ts'
import { ExampleMark } from '../../ui/example-mark.tsx'
import classes from './dataset-page.module.css'

interface DatasetHeadingProps {
  dataset: Dataset | undefined
  /** The link to the other view of the dataset. */
  children: ReactNode
}

/** The name of a dataset above its images. */
export function DatasetHeading({ dataset, children }: DatasetHeadingProps) {
  const { t } = useTranslation()
  const isViewer = dataset !== undefined && !mayWith(dataset.rights)('annotate')
  return (
    <Group justify="space-between" align="baseline" gap="sm" mb="sm">
      <Group gap="sm">
        <Title order={1} className={classes['title']}>
          {dataset?.name ?? t('common.loading')}
        </Title>
        {dataset?.example === true && <ExampleMark />}
      </Group>
      {children}
      {isViewer && (
        <Text size="sm" c="dimmed" w="100%">
          {t('roles.readOnlyHint', { owner: dataset.owner })}
        </Text>
      )}
    </Group>
  )
}
