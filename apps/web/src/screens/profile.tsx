import { ProfilePage } from '../features/account/profile-page.tsx'
import { LinkAccount } from '../features/single-sign-on/link-account.tsx'
import { SignedIn } from '../shell/guards.tsx'

export function ProfileScreen() {
  return (
    <SignedIn>{(user) => <ProfilePage user={user} link={<LinkAccount user={user} />} />}</SignedIn>
  )
}
