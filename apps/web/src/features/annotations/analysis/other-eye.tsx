import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { DiscNumbers } from '#contract/analysis-numbers'
import { otherEyeSeen } from '#report/other-eye'

/** Warns if disc and fovea lie as in the other eye than the one that the image states. */
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
