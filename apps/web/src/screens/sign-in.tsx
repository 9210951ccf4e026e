import { AuthPage } from '../features/account/auth-page.tsx'
import { RegulatoryBlock } from '../features/info/regulatory-block.tsx'

export function SignInScreen() {
  return <AuthPage regulatory={<RegulatoryBlock />} />
}
