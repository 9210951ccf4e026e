import { UsersPage } from '../features/users/users-page.tsx'
import { NotFoundPage } from '../shell/not-found-page.tsx'
import { SignedIn } from '../shell/guards.tsx'

/** For admins; to others the screen does not exist. */
export function UsersScreen() {
  return (
    <SignedIn>
      {(user) => (user.is_admin ? <UsersPage viewer={user} /> : <NotFoundPage />)}
    </SignedIn>
  )
}
