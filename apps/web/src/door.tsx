import { useQuery } from '@tanstack/react-query'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'

import { stateOf } from './api/destination.ts'
import { currentUser, useServerInfo } from './api/viewer.ts'
import { takeAnswer } from './features/single-sign-on/journey.ts'
import { SignInScreen } from './screens/sign-in.tsx'
import { BrokenPage } from './shell/broken-page.tsx'
import { isFirstScreen, isForVisitors, signInPath } from './shell/paths.ts'
import { fetched } from './shell/screen-not-loaded.ts'
import { Waiting } from './ui/waiting.tsx'

/** The answer of the identity provider, if its page has just returned. */
const returnedAnswer = takeAnswer(signInPath)

const ReturnedFromProvider = lazy(async () => {
  const { ReturnedFromProvider: Loaded } = await import('./features/single-sign-on/returned.tsx')
  return { default: Loaded }
})

const fetchRoutes = fetched(() => import('./routes.tsx'))

/**
 * Shows the sign-in page to visitors, who do not load the program of the screens for it. Once the screens
 * are shown, they find the way themselves, also back to the sign-in page.
 */
export function Door() {
  const [answer, setAnswer] = useState(returnedAnswer)
  const [failure, setFailure] = useState<Error | null>(null)
  const [isOpen, setIsOpen] = useState(isForVisitors(location.pathname))
  const { info } = useServerInfo()
  const isReturning = answer !== null
  const { data: user, isPending } = useQuery({ ...currentUser, enabled: !isOpen && !isReturning })
  if (isReturning) {
    const end = (error: Error | null) => {
      setFailure(error)
      setAnswer(null)
    }
    return (
      <Suspense fallback={<Waiting />}>
        <ReturnedFromProvider answer={answer} onEnd={end} />
      </Suspense>
    )
  }
  if (isOpen) return <AllScreens />
  if (isPending && !info.signed_in) return <Waiting />
  const isVisitor = user === null || (user === undefined && location.pathname === signInPath)
  if (isVisitor && !info.signed_in) return <VisitorsSignIn failure={failure} />
  setIsOpen(true)
  return null
}

/** The sign-in page without the other screens, which are loaded as soon as somebody types. */
function VisitorsSignIn({ failure }: { failure: Error | null }) {
  const [Notices, setNotices] = useState<ComponentType | null>(null)
  useEffect(goToSignIn, [])
  const load = async () => {
    try {
      const [routes, notices] = await Promise.all([fetchRoutes(), import('./ui/notices.tsx')])
      routes.loadFirstScreen()
      setNotices(() => notices.Notices)
    } catch {
      // Shown when the screens are opened.
    }
  }
  return (
    <div onInput={() => void load()}>
      {Notices !== null && <Notices />}
      <SignInScreen failure={failure} />
    </div>
  )
}

/** Keeps the requested address where the router looks for the state of a history entry. */
function goToSignIn(): void {
  const { pathname, search } = location
  if (pathname === signInPath) return
  const path = pathname + search
  const state = isFirstScreen(pathname) ? null : stateOf({ path, username: null })
  history.replaceState({ usr: state }, '', signInPath)
}

type Loaded = { readonly Screens: ComponentType } | { readonly error: unknown }

function AllScreens() {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    void fetchRoutes().then(setLoaded, (error: unknown) => setLoaded({ error }))
  }, [])
  if (loaded === null) return <Waiting />
  return 'error' in loaded ? <BrokenPage error={loaded.error} /> : <loaded.Screens />
}
