import { lazy, type ReactNode, Suspense } from 'react'

import { useServerInfo } from '../../api/viewer.ts'
import { currentLanguage, loadAllTexts } from '../../i18n/i18n.ts'
import { Waiting } from '../../ui/waiting.tsx'

/** Loaded only if there is a provider, with the texts of its errors. */
const ProviderOffer = lazy(async () => {
  const [{ ProviderOffer: Loaded }] = await Promise.all([
    import('./provider-offer.tsx'),
    loadAllTexts(currentLanguage()),
  ])
  return { default: Loaded }
})

/**
 * Signing in at the identity provider, above the forms for local accounts. Without a provider, only
 * the forms. `failure` is the error of the journey from which the browser has returned.
 */
export function ProviderSignIn({ failure, forms }: { failure: Error | null; forms: ReactNode }) {
  const { info } = useServerInfo()
  const { single_sign_on: offer } = info
  if (offer === null) return forms
  return (
    <Suspense fallback={<Waiting />}>
      <ProviderOffer offer={offer} failure={failure} forms={forms} />
    </Suspense>
  )
}
