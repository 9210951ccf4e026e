import { notifications } from '@mantine/notifications'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useTold } from '../../../i18n/told.ts'
import { isBeingAnalysed, useRequestAnalysis } from '../../../api/use-request-analysis.ts'
import type { AnnotatorData } from '../api.ts'

interface AnalysisControl {
  readonly isRunning: boolean
  /** The result over the photograph, or null. */
  readonly opened: number | null
  readonly open: (id: number | null) => void
  readonly start: () => void
}

/** Runs the analysis of the image and opens its result when it is finished. */
export function useAnalysis(image: AnnotatorData['image']): AnalysisControl {
  const { t } = useTranslation()
  const { told } = useTold()
  const request = useRequestAnalysis(image)
  const [opened, setOpened] = useState<number | null>(null)
  const isUnderWay = isBeingAnalysed(image)
  const wasUnderWay = useRef(isUnderWay)

  const tellEnd = useEffectEvent(() => {
    const { arteries_veins: kinds, vessels, quality } = image.results
    const found = kinds ?? vessels ?? quality
    const title = t('annotations.inference')
    if (!image.predicted || found === undefined) {
      notifications.show({ title, message: told(image.prediction_told), color: 'red' })
      return
    }
    notifications.show({ title, message: t('annotations.analysisDone'), color: 'green' })
    setOpened(found.id)
  })
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay) tellEnd()
    wasUnderWay.current = isUnderWay
  }, [isUnderWay])

  return {
    isRunning: isUnderWay || request.isPending,
    opened,
    open: setOpened,
    start: request.start,
  }
}
