import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'

import { useProblemText } from '../i18n/problem-text.ts'

const id = 'preferences not saved'

/** Says that preferences could not be saved, and offers to retry. */
export function useUnsavedNotice() {
  const { t } = useTranslation()
  const problemText = useProblemText()
  return {
    show(error: unknown, onRetry: () => void) {
      notifications.hide(id)
      notifications.show({
        id,
        title: t('common.preferencesNotSaved'),
        message: (
          <>
            {problemText(error)} {t('common.preferencesKept')}
            <br />
            <Button mt="xs" size="compact-sm" variant="default" onClick={onRetry}>
              {t('common.retry')}
            </Button>
          </>
        ),
        color: 'yellow',
        autoClose: false,
      })
    },
    hide: () => void notifications.hide(id),
  }
}
