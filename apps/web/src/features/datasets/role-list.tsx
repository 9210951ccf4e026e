import { List } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { roles } from '#contract/roles'

/** What each role may do, in a line each. */
export function RoleList() {
  const { t } = useTranslation()
  return (
    <List size="sm" c="dimmed" listStyleType="none">
      {roles.map((role) => (
        <List.Item key={role}>
          <b>{t(`roles.names.${role}`)}</b>: {t(`roles.about.${role}`)}
        </List.Item>
      ))}
    </List>
  )
}
