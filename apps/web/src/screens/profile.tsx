import { ProfilePage } from '../features/account/profile-page.tsx'
import { SignedIn } from '../shell/guards.tsx'

export function ProfileScreen() {
  return <SignedIn>{(user) => <ProfilePage user={user} />}</SignedIn>
}
