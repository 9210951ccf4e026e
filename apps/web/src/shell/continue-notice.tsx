import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, matchPath, useLocation } from 'react-router'

import { destinationIn } from '../api/destination.ts'
import { useViewer } from '../api/viewer.ts'
import classes from './continue-notice.module.css'

/** Screens that the notice can name. */
const screens = [
  ['/annotate/:id', 'image'],
  ['/dataset/:id', 'dataset'],
  ['/tabulardataset/:id', 'dataset'],
  ['/report/:id/*', 'report'],
] as const

/** Offers the screen that the user requested before signing in. */
export function ContinueNotice() {
  const { t } = useTranslation()
  const viewer = useViewer()
  const destination = destinationIn(useLocation().state)
  if (destination === null) return null
  const { path, username } = destination
  if (username !== null && username !== viewer?.username) return null
  const { pathname } = new URL(path, globalThis.location.origin)
  const named = contentsOf(pathname)
  return (
    <Group className={classes['notice'] ?? ''} gap="sm">
      <Text size="sm">{t('shell.askedFor')}</Text>
      <Button component={Link} to={path} size="xs">
        {named === null
          ? t('shell.continueTo.path', { path: pathname })
          : t(`shell.continueTo.${named.contents}`, { id: named.id })}
      </Button>
    </Group>
  )
}

function contentsOf(pathname: string) {
  for (const [pattern, contents] of screens) {
    const match = matchPath(pattern, pathname)
    if (match !== null) return { contents, id: match.params.id }
  }
  return null
}
