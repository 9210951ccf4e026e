import { CategoriesPage } from '../features/categories/categories-page.tsx'
import { SignedIn } from '../shell/guards.tsx'

export function CategoriesScreen() {
  return <SignedIn>{(user) => <CategoriesPage viewer={user} />}</SignedIn>
}
