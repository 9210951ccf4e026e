import { ActionIcon, Tooltip } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'

import { useRequestAnalysis } from './use-request-analysis.ts'

/** Asks for the analysis of the image of a row. */
export function AnalyseButton({ image }: { image: Image }) {
  const { t } = useTranslation()
  const { isRunning, start } = useRequestAnalysis(image)
  const label = t('table.analyse', { id: image.id })
  return (
    <Tooltip label={t('table.predict')}>
      <ActionIcon variant="light" aria-label={label} loading={isRunning} onClick={start}>
        <IconSparkles size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
