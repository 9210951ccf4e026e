import { Button, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { PageTitle } from '../ui/page.tsx'
import classes from './message-page.module.css'

/** The server sends everybody here who asks for the page of the API and is no administrator. */
export function ApiAccessPage() {
  const { t } = useTranslation()
  return (
    <main id="main" className={classes['page']}>
      <PageTitle title={t('shell.api')} />
      <Title order={1}>{t('shell.apiAccessTitle')}</Title>
      <Text>{t('shell.apiAccess')}</Text>
      <Button component={Link} to="/">
        {t('shell.toMyImages')}
      </Button>
    </main>
  )
}
