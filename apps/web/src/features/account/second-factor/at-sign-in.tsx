import { lazy, Suspense } from 'react'

import type { SignedInUser } from '#contract/account'

import { currentLanguage, loadAllTexts } from '../../../i18n/i18n.ts'
import { Waiting } from '../../../ui/waiting.tsx'
import { PasskeyButton } from './passkey-button.tsx'

/** Loaded only for accounts that have a second factor, with its texts. */
const SecondStep = lazy(async () => {
  const [{ SecondStep: Loaded }] = await Promise.all([
    import('./second-step.tsx'),
    loadAllTexts(currentLanguage()),
  ])
  return { default: Loaded }
})

interface AtSignInProps {
  /** The sign-in to finish, as the server states it; null while there is none. */
  stated: unknown
  onSignedIn: (answer: { user: SignedInUser }) => Promise<void>
  onBack: () => void
}

/** The part of signing in beyond the password: its second step, or a passkey in place of it. */
export function AtSignIn({ stated, onSignedIn, onBack }: AtSignInProps) {
  if (stated === null) return <PasskeyButton pending={null} onSignedIn={onSignedIn} />
  return (
    <Suspense fallback={<Waiting />}>
      <SecondStep stated={stated} onSignedIn={onSignedIn} onBack={onBack} />
    </Suspense>
  )
}
