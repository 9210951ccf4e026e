import { Button, Group, MultiSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { saveAnnotatorData } from '#contract/annotations'
import type { Image } from '#contract/images'

import { call } from '../../api/call.ts'
import { useEachImage } from '../../api/each-image.tsx'
import { useMay } from '../../api/rights.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { IconTag } from '../../ui/icons.ts'

interface LabelChosenButtonProps {
  datasetId: number
  images: readonly Image[]
  /** Categories of the dataset. */
  categories: readonly { id: number; name: string }[]
}

/** Gives categories to the chosen images as a whole, or takes them away. */
export function LabelChosenButton(props: LabelChosenButtonProps) {
  const { t } = useTranslation()
  const may = useMay()
  const [opened, setOpened] = useState(false)
  if (!may(saveAnnotatorData)) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTag size={16} />}
        disabled={props.categories.length === 0}
        onClick={() => setOpened(true)}
      >
        {t('categories.labelImages')}
      </Button>
      {opened && <LabelDialog {...props} onClose={() => setOpened(false)} />}
    </>
  )
}

interface LabelDialogProps extends LabelChosenButtonProps {
  onClose: () => void
}

function LabelDialog({ datasetId, images, categories, onClose }: LabelDialogProps) {
  const { t } = useTranslation()
  const eachImage = useEachImage()
  const [chosen, setChosen] = useState<string[]>([])
  const save = (change: 'added_category_ids' | 'removed_category_ids') => {
    onClose()
    void eachImage({
      images,
      act: ({ id }) =>
        call(saveAnnotatorData, { body: { image: { id, [change]: chosen.map(Number) } } }),
      title: t('categories.labelling'),
      invalidates: [['dataset', datasetId], ['annotator']],
      success: ({ length: count }) => t('categories.labelled', { count }),
    })
  }
  return (
    <Dialog opened title={t('categories.labelTitle', { count: images.length })} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('categories.labelHint')}</Text>
        <MultiSelect
          data-autofocus
          label={t('categories.title')}
          searchable
          data={categories.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={chosen}
          onChange={setChosen}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            variant="default"
            disabled={chosen.length === 0}
            onClick={() => save('removed_category_ids')}
          >
            {t('categories.takeAway')}
          </Button>
          <Button disabled={chosen.length === 0} onClick={() => save('added_category_ids')}>
            {t('categories.give')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
