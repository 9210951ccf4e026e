import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

/** Text of a notice after a deletion, with a link to restore the item. */
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
