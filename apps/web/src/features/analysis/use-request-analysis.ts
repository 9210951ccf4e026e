import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'

import { requestAnalysis } from '#contract/analysis'
import type { Image } from '#contract/images'

import { useCall } from '../../api/use-call.ts'
import { useTold } from '../../i18n/told.ts'

const underWay = new Set(['Queued', 'Running'])

/** Asks for the analysis of an image from a list of them. */
export function useRequestAnalysis(image: Image) {
  const { t } = useTranslation()
  const { told } = useTold()
  const title = t('annotations.inference')
  const request = useCall(requestAnalysis, {
    title,
    invalidates: [['dataset', image.dataset_id], ['tasks']],
    success: told,
  })
  return {
    isRunning: underWay.has(image.prediction_status) || request.isPending,
    start: () => {
      notifications.show({ title, message: t('annotations.started'), autoClose: 6000 })
      request.mutate({ query: { original_id: image.id } })
    },
  }
}
