import { Button, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { PageTitle } from '../ui/page.tsx'
import classes from './message-page.module.css'

export function NotFoundPage() {
  const { t } = useTranslation()
  return (
    <div className={classes['page']}>
      <PageTitle title={t('shell.notFoundTitle')} />
      <Title order={1}>{t('shell.notFoundTitle')}</Title>
      <Text>{t('shell.notFound')}</Text>
      <Button component={Link} to="/">
        {t('shell.toMyImages')}
      </Button>
    </div>
  )
}
