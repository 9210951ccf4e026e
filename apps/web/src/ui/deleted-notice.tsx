import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** What a notice says once something was deleted, and the way to have it back. */
export function deletedNotice(text: string): ReactNode {
  return (
    <>
      {text} <UndoLink />
    </>
  )
}

function UndoLink() {
  const { t } = useTranslation()
  return (
    <Anchor component={Link} to="/undo" inherit>
      {t('common.restoreFromUndo')}
    </Anchor>
  )
}
