import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'

import { isDialogOpen } from '../ui/open-dialogs.ts'
import { ContinueNotice } from './continue-notice.tsx'
import classes from './shell.module.css'
import { ScreenTitle } from './screen-title.tsx'
import { TopBar, type TopBarParts } from './top-bar.tsx'

interface ShellProps extends TopBarParts {
  /** Components without a view of their own: the live stream, the session watch. */
  attendants: ReactNode
  /** A notice to the viewer above every screen. */
  notice: ReactNode
}

/** The frame of every screen except the sign-in page. */
export function Shell({ attendants, notice, ...bar }: ShellProps) {
  const { t } = useTranslation()
  const main = useRef<HTMLElement>(null)
  useFocusOnNewScreen(main)
  return (
    <>
      <a href="#main" className={classes['skip']}>
        {t('shell.skip')}
      </a>
      <TopBar {...bar} />
      {notice}
      <ContinueNotice />
      <ScreenTitle />
      <main id="main" ref={main} tabIndex={-1} className={classes['main']}>
        <Outlet />
      </main>
      {attendants}
    </>
  )
}

/** A new screen starts at its top, both visually and for screen readers, or at the place that the address names. */
function useFocusOnNewScreen(main: { current: HTMLElement | null }): void {
  const { pathname, hash } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    // The named place takes the focus.
    if (hash !== '') return
    // One that was opened meanwhile keeps the focus.
    if (!isDialogOpen()) main.current?.focus({ preventScroll: true })
    globalThis.scrollTo(0, 0)
  }, [pathname, hash, main])
}
