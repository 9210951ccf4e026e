import { ActionIcon, Button, Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

import { useServerInfo, useViewer } from '../../api/viewer.ts'
import {
  IconAdjustmentsHorizontal,
  IconArrowBackUp,
  IconChevronDown,
  IconLogout,
  IconSettings,
  IconUsers,
} from '../../ui/icons.ts'
import { useLogout } from './logout.ts'
import { DisplayMenuItems } from './display-menu-items.tsx'
import classes from './user-menu.module.css'

/** The user's menu; without sign-in, only its display settings and help. */
export function UserMenu({ help }: { help: ReactNode }) {
  const { info } = useServerInfo()
  const viewer = useViewer()
  if (!info.login_enabled) return <DisplayMenu help={help} />
  return viewer === null ? null : (
    <SignedInMenu name={viewer.name || viewer.username} isAdmin={viewer.is_admin} help={help} />
  )
}

function DisplayMenu({ help }: { help: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t('shell.display')}>
          <IconAdjustmentsHorizontal size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {help}
        <Menu.Divider />
        <DisplayMenuItems />
      </Menu.Dropdown>
    </Menu>
  )
}

interface SignedInMenuProps {
  name: string
  isAdmin: boolean
  help: ReactNode
}

function SignedInMenu({ name, isAdmin, help }: SignedInMenuProps) {
  const { t } = useTranslation()
  const logout = useLogout()
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('account.userMenu', { name })}
          rightSection={<IconChevronDown size={16} />}
        >
          <span className={classes['name']} title={name}>
            {name}
          </span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {isAdmin && (
          <Menu.Item component={Link} to="/admin/panel" leftSection={<IconUsers size={16} />}>
            {t('account.adminPanel')}
          </Menu.Item>
        )}
        <Menu.Item component={Link} to="/user" leftSection={<IconSettings size={16} />}>
          {t('account.userSettings')}
        </Menu.Item>
        <Menu.Item component={Link} to="/undo" leftSection={<IconArrowBackUp size={16} />}>
          {t('common.undo')}
        </Menu.Item>
        {help}
        <Menu.Divider />
        <DisplayMenuItems />
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => logout.mutate()}>
          {t('account.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
