import { useTranslation } from 'react-i18next'
import { NavLink, Outlet } from 'react-router'

import { NotFoundPage } from '../shell/not-found-page.tsx'
import { SignedIn } from '../shell/guards.tsx'
import classes from './admin.module.css'

const sections = [
  ['/admin/panel', 'admin.users'],
  ['/admin/audit', 'admin.audit'],
  ['/admin/models', 'analysis.models.title'],
  ['/admin/references', 'references.title'],
  ['/admin/dicom', 'admin.dicom'],
  ['/admin/outbox', 'outbox.title'],
  ['/admin/system', 'admin.system'],
] as const

/** The administrators' screens; for others they do not exist. */
export function AdminScreen() {
  return (
    <SignedIn>
      {(user) =>
        user.is_admin ? (
          <>
            <Sections />
            <Outlet />
          </>
        ) : (
          <NotFoundPage />
        )
      }
    </SignedIn>
  )
}

function Sections() {
  const { t } = useTranslation()
  return (
    <nav className={classes['sections']} aria-label={t('admin.sections')}>
      {sections.map(([address, name]) => (
        <NavLink key={address} to={address} className={classes['section'] ?? ''}>
          {t(name)}
        </NavLink>
      ))}
    </nav>
  )
}
