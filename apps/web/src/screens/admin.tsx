import { useTranslation } from 'react-i18next'
import { NavLink, Outlet } from 'react-router'

import { isInstallationAdmin, type User } from '#contract/account'

import { NotFoundPage } from '../shell/not-found-page.tsx'
import { SignedIn } from '../shell/guards.tsx'
import classes from './admin.module.css'

/** The last column: only for administrators of the whole installation. */
const sections = [
  ['/admin/panel', 'admin.users'],
  ['/admin/sites', 'sites.title', 'installation'],
  ['/admin/audit', 'admin.audit'],
  ['/admin/models', 'analysis.models.title'],
  ['/admin/references', 'references.title'],
  ['/admin/patients', 'patients.title'],
  ['/admin/dicom', 'admin.dicom'],
  ['/admin/outbox', 'outbox.title'],
  ['/admin/system', 'admin.system', 'installation'],
] as const

/** The administrators' screens; for others they do not exist. */
export function AdminScreen() {
  return (
    <SignedIn>
      {(user) =>
        user.is_admin ? (
          <>
            <Sections user={user} />
            <Outlet />
          </>
        ) : (
          <NotFoundPage />
        )
      }
    </SignedIn>
  )
}

function Sections({ user }: { user: User }) {
  const { t } = useTranslation()
  const shown = sections.filter(([, , whom]) => whom === undefined || isInstallationAdmin(user))
  return (
    <nav className={classes['sections']} aria-label={t('admin.sections')}>
      {shown.map(([address, name]) => (
        <NavLink key={address} to={address} className={classes['section'] ?? ''}>
          {t(name)}
        </NavLink>
      ))}
    </nav>
  )
}
