import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useMatch } from 'react-router'

import { useCurrentDataset } from '../api/current-dataset.ts'
import { useServerInfo, useViewer } from '../api/viewer.ts'
import { Mark } from '../ui/mark.tsx'
import { BackendStatus } from './backend-status.tsx'
import classes from './top-bar.module.css'

export interface TopBarParts {
  taskIndicator: ReactNode
  sessionTimer: ReactNode
  noticesButton: ReactNode
  searchButton: ReactNode
  helpButton: ReactNode
  userMenu: ReactNode
}

export function TopBar(parts: TopBarParts) {
  const { taskIndicator, sessionTimer, noticesButton, searchButton, helpButton, userMenu } = parts
  return (
    <header className={classes['bar']}>
      <Brand />
      <Navigation />
      <div className={classes['tools']}>
        <BackendStatus />
        {taskIndicator}
        {sessionTimer}
        {noticesButton}
        {searchButton}
        {helpButton}
        {userMenu}
      </div>
    </header>
  )
}

function Brand() {
  const { t } = useTranslation()
  const { info, version } = useServerInfo()
  const shown = version === 'unknown' ? t('shell.unknownVersion') : version
  return (
    <Link to="/about" className={classes['brand']}>
      <Mark size={26} />
      <span className={classes['name']}>{info.name}</span>
      <span className={classes['version']}>{shown}</span>
    </Link>
  )
}

function Navigation() {
  const { t } = useTranslation()
  const viewer = useViewer()
  const dataset = useCurrentDataset()
  const onDatasets = useMatch('/datasets') !== null
  const onAnnotator = useMatch('/annotate/:identifier') !== null
  const onAdmin = useMatch('/admin/*') !== null
  const link = classes['link'] ?? ''
  return (
    <nav className={classes['navigation']} aria-label={t('shell.navigation')}>
      <NavLink to={onDatasets ? '/datasets' : '/'} end className={link}>
        {t('shell.myImages')}
      </NavLink>
      <NavLink to="/work" className={link}>
        {t('shell.myWork')}
      </NavLink>
      {onAnnotator && dataset !== null && (
        <NavLink
          to={`/tabulardataset/${dataset.id}`}
          className={`${link} ${classes['dataset']}`}
          title={dataset.name}
        >
          <span>{dataset.name}</span>
        </NavLink>
      )}
      {viewer?.is_admin && (
        <>
          <Link to="/admin/panel" className={link} aria-current={onAdmin && 'true'}>
            {t('shell.admin')}
          </Link>
          <a href="/api" target="_blank" rel="noopener" className={link}>
            {t('shell.api')}
          </a>
        </>
      )}
    </nav>
  )
}
