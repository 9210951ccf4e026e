import { Menu } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { isBeingAnalysed, useRequestAnalysis } from '../../api/use-request-analysis.ts'

/** The menu entry that requests the analysis of an image. */
export function PredictItem({ image }: { image: Image }) {
  const { t } = useTranslation()
  const { isPending, start } = useRequestAnalysis(image)
  const isRunning = isPending || isBeingAnalysed(image)
  return (
    <Menu.Item leftSection={<IconSparkles size={16} />} disabled={isRunning} onClick={start}>
      {t('table.predict')}
    </Menu.Item>
  )
}
