import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'
import { referImage } from '#contract/mics'

import { call } from '../../api/call.ts'
import { useEachImage } from '../../api/each-image.tsx'
import { useMay } from '../../api/rights.ts'
import { isBeingAnalysed } from '../../api/use-request-analysis.ts'
import { IconSparkles } from '../../ui/icons.ts'

interface ReferChosenButtonProps {
  datasetId: number
  images: readonly Image[]
}

/** Requests the analysis of the chosen images, except of those being analysed. */
export function ReferChosenButton({ datasetId, images }: ReferChosenButtonProps) {
  const { t } = useTranslation()
  const may = useMay()
  const eachImage = useEachImage()
  if (!may(referImage)) return null
  const idle = images.filter((image) => !isBeingAnalysed(image))
  const refer = () =>
    eachImage({
      images: idle,
      act: ({ id }) => call(referImage, { params: { id } }),
      title: t('annotations.inference'),
      invalidates: [['dataset', datasetId], ['tasks']],
      success: ({ length: count }) => t('mics.referredSeveral', { count }),
    })
  return (
    <Button
      variant="default"
      leftSection={<IconSparkles size={16} />}
      disabled={idle.length === 0}
      onClick={() => void refer()}
    >
      {t('table.analyseWord')}
    </Button>
  )
}
