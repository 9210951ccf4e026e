import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { DiscNumbers } from '#contract/analysis-numbers'
import { otherEyeSeen } from '#report/other-eye'

/** Warns if the positions of disc and fovea contradict the stated eye. */
export function OtherEye({ numbers }: { numbers: DiscNumbers }) {
  const { t } = useTranslation()
  const { laterality } = numbers
  const seen = otherEyeSeen(laterality, numbers)
  if (seen === null) return null
  return (
    <Alert color="yellow" p="xs">
      {t('analysis.landmarks.otherEye', {
        said: t(`analysis.landmarks.${laterality}`),
        seen: t(`analysis.landmarks.${seen}`),
      })}
    </Alert>
  )
}
