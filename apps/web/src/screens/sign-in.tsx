import { AuthPage } from '../features/account/auth-page.tsx'
import { RegulatoryBlock } from '../features/info/regulatory-block.tsx'
import { ProviderSignIn } from '../features/single-sign-on/provider-sign-in.tsx'

/** `failure` is the error of a sign-in at the identity provider. */
export function SignInScreen({ failure = null }: { failure?: Error | null }) {
  return (
    <AuthPage
      regulatory={<RegulatoryBlock />}
      renderForms={(forms) => <ProviderSignIn failure={failure} forms={forms} />}
    />
  )
}
