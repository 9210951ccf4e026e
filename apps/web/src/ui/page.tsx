import { Text, Title } from '@mantine/core'
import { type ReactNode, use } from 'react'

import classes from './page.module.css'
import { ProductName } from './product-name.ts'

interface PageProps {
  title: string
  /** Shown beside the title, such as a count. */
  aside?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** For forms and texts, which are hard to read if wide. */
  narrow?: boolean
}

/** A screen with its heading, its actions and its title in the browser's tab. */
export function Page({ title, aside, actions, children, narrow = false }: PageProps) {
  return (
    <div className={classes['page']} data-narrow={narrow || undefined}>
      <PageTitle title={title} />
      <header className={classes['header']}>
        <div className={classes['heading']}>
          <Title order={1} className={classes['title']}>
            {title}
          </Title>
          <Text c="dimmed" component="div" aria-live="polite">
            {aside}
          </Text>
        </div>
        <div className={classes['actions']}>{actions}</div>
      </header>
      {children}
    </div>
  )
}

export function PageTitle({ title }: { title: string }) {
  const name = use(ProductName)
  return <title>{`${title} · ${name}`}</title>
}
