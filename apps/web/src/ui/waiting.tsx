import { Center, Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Fills a screen that does not know yet what to show. */
export function Waiting() {
  const { t } = useTranslation()
  return (
    <Center mih="60vh">
      <Loader aria-label={t('common.loading')} />
    </Center>
  )
}
