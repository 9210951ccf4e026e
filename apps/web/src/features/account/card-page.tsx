import { Group, Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'

import type { Language } from '../../i18n/i18n.ts'
import { PageTitle } from '../../ui/page.tsx'
import classes from './card-page.module.css'
import { LanguageSwitch } from './language-switch.tsx'

interface CardPageProps {
  title: string
  language: Language
  onLanguage: (language: Language) => void
  children: ReactNode
}

/** A page with one card, which stands alone: without the frame of the screens. */
export function CardPage({ title, language, onLanguage, children }: CardPageProps) {
  return (
    <main id="main" className={classes['screen']}>
      <PageTitle title={title} />
      <Paper className={classes['card']} withBorder>
        <Group justify="space-between" mb="md">
          <Title order={1}>{title}</Title>
          <LanguageSwitch language={language} onChange={onLanguage} />
        </Group>
        {children}
      </Paper>
    </main>
  )
}
