import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'

import classes from './shell.module.css'
import { TopBar, type TopBarParts } from './top-bar.tsx'

interface ShellProps extends TopBarParts {
  /** What works without being seen: the live stream, the watch over the session. */
  attendants: ReactNode
  /** What concerns the viewer on every screen, above it. */
  notice: ReactNode
}

/** The frame around every screen but the sign-in page. */
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
      <main id="main" ref={main} tabIndex={-1} className={classes['main']}>
        <Outlet />
      </main>
      {attendants}
    </>
  )
}

/** A new screen starts at its top, for the eye and for a screen reader. */
function useFocusOnNewScreen(main: { current: HTMLElement | null }): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
    globalThis.scrollTo(0, 0)
  }, [pathname, main])
}
