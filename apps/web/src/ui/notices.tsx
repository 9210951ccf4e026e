import '@mantine/notifications/styles.layer.css'

import { MantineThemeProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

import classes from './notices.module.css'

/** The area of notices, whose close button is named in the viewer's language. */
export function Notices() {
  const { t } = useTranslation()
  const theme = useMemo(() => {
    const closeButtonProps = { 'aria-label': t('common.close') }
    return { components: { Notification: { defaultProps: { closeButtonProps } } } }
  }, [t])
  return (
    <MantineThemeProvider inherit theme={theme}>
      <Notifications
        className={classes['notices'] ?? ''}
        position="bottom-center"
        autoClose={5000}
      />
    </MantineThemeProvider>
  )
}
