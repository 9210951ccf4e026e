import { Button, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import classes from './message-page.module.css'

/** Replaces a screen that threw an error. */
export function BrokenPage() {
  const { t } = useTranslation()
  return (
    <div className={classes['page']} role="alert">
      <Title order={1}>{t('shell.brokenTitle')}</Title>
      <Text>{t('shell.broken')}</Text>
      <Button onClick={() => globalThis.location.reload()}>{t('shell.reload')}</Button>
    </div>
  )
}
