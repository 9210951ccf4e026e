import { createContext, Fragment, type ReactNode, useCallback, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'

import { Dialog, type DialogProps, Question } from './dialog.tsx'

/**
 * Shows the dialog that the function renders. The function receives the callback that closes it, which is
 * also returned.
 */
type Show = (dialog: (close: () => void) => ReactNode) => () => void

const ShowDialog = createContext<Show>(() => {
  throw new Error('A dialog was opened outside of <Dialogs>.')
})

interface Shown {
  key: number
  /** Path of the screen to which it belongs. */
  path: string
  dialog: ReactNode
}

/** Renders the dialogs that `useShowDialog` and `useConfirm` open. They close with their screen. */
export function Dialogs({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [shown, setShown] = useState<readonly Shown[]>([])
  const show = useCallback<Show>(
    (dialog) => {
      const key = nextKey++
      const close = () => setShown((current) => current.filter((each) => each.key !== key))
      const here = { key, path: pathname, dialog: dialog(close) }
      setShown((current) => [...current.filter(({ path }) => path === pathname), here])
      return close
    },
    [pathname],
  )
  return (
    <ShowDialog value={show}>
      {children}
      {shown.map(
        ({ key, path, dialog }) => path === pathname && <Fragment key={key}>{dialog}</Fragment>,
      )}
    </ShowDialog>
  )
}

let nextKey = 0

/** Shows a dialog that outlives the menu or row that opens it. Returns the function that closes it. */
export function useShowDialog(): (
  dialog: Pick<DialogProps, 'title' | 'size' | 'children'>,
) => () => void {
  const show = useContext(ShowDialog)
  return useCallback(
    (dialog) => show((close) => <Dialog {...dialog} opened onClose={close} />),
    [show],
  )
}

interface Asked {
  title: string
  /** The question, the loss, and whether it can be undone. */
  lines: readonly string[]
  /** The action, as on the button that opened the dialog. */
  confirm: string
  onConfirm: () => void
}

/** Asks for confirmation before something is destroyed. */
export function useConfirm(): (asked: Asked) => void {
  const show = useContext(ShowDialog)
  const { t } = useTranslation()
  return useCallback(
    (asked: Asked) =>
      show((close) => <Question {...asked} cancel={t('common.cancel')} onClose={close} />),
    [show, t],
  )
}
