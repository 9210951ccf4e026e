import { Button } from '@mantine/core'
import { IconCategoryPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import { updateDataset } from '#contract/datasets'
import { starterCategories } from '#contract/starter-categories'

import { useLocalised } from '../i18n/localised.ts'
import { useMay } from './rights.ts'
import { useCall } from './use-call.ts'

/** Adds the usual categories of fundus photographs to a dataset that has none. */
export function StarterCategoriesButton({ datasetId }: { datasetId: number }) {
  const { t } = useTranslation()
  const may = useMay()
  const localised = useLocalised()
  const names = starterCategories.map(localised)
  const add = useCall(updateDataset, {
    title: t('common.starterCategories'),
    invalidates: [['dataset', datasetId], ['annotator'], ['categories'], ['datasets']],
  })
  if (!may(updateDataset)) return null
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconCategoryPlus size={16} />}
      title={names.join(', ')}
      loading={add.isPending}
      onClick={() => add.mutate({ params: { id: datasetId }, body: { add_categories: names } })}
    >
      {t('common.starterCategories')}
    </Button>
  )
}
