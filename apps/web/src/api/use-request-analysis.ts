import { notifications } from '@mantine/notifications'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

import { requestAnalysis } from '#contract/analysis'
import type { Image } from '#contract/images'

import { useTold } from '../i18n/told.ts'
import { useCall } from './use-call.ts'

/** Requests the analysis of an image; then fetches everything that shows the image or its state. */
export function useRequestAnalysis({ id, dataset_id }: Pick<Image, 'id' | 'dataset_id'>) {
  const { t } = useTranslation()
  const { told } = useTold()
  const title = t('annotations.inference')
  const { isPending, mutate } = useCall(requestAnalysis, {
    title,
    invalidates: [['dataset', dataset_id], ['annotator', id], ['report'], ['tasks']],
    success: told,
  })
  const start = useCallback(() => {
    notifications.show({ title, message: t('annotations.started'), autoClose: 6000 })
    mutate({ query: { original_id: id } })
  }, [t, title, mutate, id])
  return { isPending, start }
}

/** Whether an image waits for its analysis or is being analysed. */
export function isBeingAnalysed(image: Pick<Image, 'analysisState'>): boolean {
  return image.analysisState === 'queued' || image.analysisState === 'running'
}
