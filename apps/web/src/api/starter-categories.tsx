import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { categoryTemplates } from '#contract/category-templates'
import { updateDataset } from '#contract/datasets'

import { useLocalised } from '../i18n/localised.ts'
import { HueDot } from '../ui/hue-dot.tsx'
import { IconCategoryPlus } from '../ui/icons.ts'
import { useMay } from './rights.ts'
import classes from './starter-categories.module.css'
import { useCall } from './use-call.ts'

/** Offers sets of categories for fundus photographs to a dataset that has none. */
export function StarterCategories({ datasetId }: { datasetId: number }) {
  const { t } = useTranslation()
  const may = useMay()
  const localised = useLocalised()
  const [chosen, setChosen] = useState<string[]>([])
  const add = useCall(updateDataset, {
    title: t('common.starterCategories'),
    invalidates: [['dataset', datasetId], ['annotator'], ['categories'], ['datasets']],
  })
  if (!may(updateDataset)) return null
  const names = new Set(
    categoryTemplates
      .filter(({ id }) => chosen.includes(id))
      .flatMap(({ categories }) => categories.map(({ words }) => localised(words))),
  )
  return (
    <Stack gap="xs" align="flex-start">
      <Checkbox.Group
        label={t('common.categoryTemplates')}
        size="sm"
        value={chosen}
        onChange={setChosen}
      >
        <Stack gap={6} mt={6}>
          {categoryTemplates.map(({ id, words, categories }) => (
            <Checkbox
              key={id}
              size="sm"
              value={id}
              label={localised(words)}
              description={
                <span className={classes['categories']}>
                  {categories.map((category) => (
                    <Text span key={category.words.en} size="xs" className={classes['one'] ?? ''}>
                      <HueDot color={category.color} /> {localised(category.words)}
                    </Text>
                  ))}
                </span>
              }
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconCategoryPlus size={16} />}
        disabled={names.size === 0}
        loading={add.isPending}
        onClick={() =>
          add.mutate({ params: { id: datasetId }, body: { add_categories: [...names] } })
        }
      >
        {names.size === 0
          ? t('common.starterCategories')
          : t('common.addCategories', { count: names.size })}
      </Button>
    </Stack>
  )
}
