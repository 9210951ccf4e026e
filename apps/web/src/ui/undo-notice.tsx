import { Anchor } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Text of a notice after a deletion, with a button that takes it back, once. */
export function undoNotice(text: string, onUndo: () => void): ReactNode {
  return (
    <>
      {text} <UndoButton onUndo={onUndo} />
    </>
  )
}

function UndoButton({ onUndo }: { onUndo: () => void }) {
  const { t } = useTranslation()
  const [isUndone, setUndone] = useState(false)
  if (isUndone) return null
  const undo = () => {
    setUndone(true)
    onUndo()
  }
  return (
    <Anchor component="button" type="button" inherit fw={600} onClick={undo}>
      {t('common.undo')}
    </Anchor>
  )
}
