import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'
import { requestAnalysis } from '#contract/analysis'

import { useMay } from '../../api/rights.ts'
import { isBeingAnalysed, useRequestAnalysis } from '../../api/use-request-analysis.ts'
import { IconSparkles } from '../../ui/icons.ts'

/** The menu entry that requests the analysis of an image. */
export function PredictItem({ image }: { image: Image }) {
  const { t } = useTranslation()
  const may = useMay()
  const { isPending, start } = useRequestAnalysis(image)
  if (!may(requestAnalysis)) return null
  const isRunning = isPending || isBeingAnalysed(image)
  return (
    <Menu.Item leftSection={<IconSparkles size={16} />} disabled={isRunning} onClick={start}>
      {t('table.predict')}
    </Menu.Item>
  )
}
