import { Button, Tooltip } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'

import type { Image } from '#contract/images'
import { referImage } from '#contract/mics'

import { useCall } from '../../api/use-call.ts'
import { isBeingAnalysed } from '../../api/use-request-analysis.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { patientNameIn } from '../../i18n/patient-name.ts'
import { useProblemText } from '../../i18n/problem-text.ts'
import { useTold } from '../../i18n/told.ts'
import classes from './refer-button.module.css'

/** Refers the image of a row: requests its analysis, after asking for the order if it needs one. */
export function ReferButton({ image }: { image: Image }) {
  const { t } = useTranslation()
  const { told } = useTold()
  const problemText = useProblemText()
  const title = t('annotations.inference')
  const refer = useCall(referImage, {
    title,
    quiet: true,
    invalidates: [['dataset', image.dataset_id], ['tasks']],
    success: told,
  })
  const start = () => {
    notifications.show({ title, message: t('annotations.started'), autoClose: 6000 })
    refer.mutate(
      { params: { id: image.id } },
      {
        onError: (error) =>
          notifications.show({
            title: t('mics.rowFailed', { name: nameOf(image) }),
            message: problemText(error),
            color: 'red',
          }),
      },
    )
  }
  return (
    <Tooltip label={t('mics.refer')}>
      <Button
        variant="light"
        size="compact-xs"
        className={classes['button'] ?? ''}
        aria-label={t('table.analyse', { id: image.id })}
        loading={isBeingAnalysed(image) || refer.isPending}
        onClick={start}
      >
        {t('table.analyseWord')}
      </Button>
    </Tooltip>
  )
}

function nameOf(image: Image): string {
  return patientNameIn(currentLanguage(), image) || image.file_name
}
