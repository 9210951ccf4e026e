import { TokensOfUsers } from '../features/account/tokens.tsx'
import { GroupsSection } from '../features/user-groups/groups-section.tsx'
import { UsersPage } from '../features/users/users-page.tsx'
import { SignedIn } from '../shell/guards.tsx'

export function UsersScreen() {
  return (
    <SignedIn>
      {(user) => (
        <UsersPage
          viewer={user}
          groups={
            <>
              <GroupsSection />
              <TokensOfUsers />
            </>
          }
        />
      )}
    </SignedIn>
  )
}
