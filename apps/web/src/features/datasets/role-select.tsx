import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { GivenRole } from '#contract/roles'

interface RoleSelectProps {
  username: string
  value: GivenRole
  onChange: (role: GivenRole) => void
  disabled?: boolean
}

/** The role of a member, to change. */
export function RoleSelect({ username, value, onChange, disabled = false }: RoleSelectProps) {
  const { t } = useTranslation()
  return (
    <Select
      aria-label={t('roles.roleOf', { username })}
      data={GivenRole.options.map((role) => ({ value: role, label: t(`roles.names.${role}`) }))}
      value={value}
      allowDeselect={false}
      disabled={disabled}
      w={130}
      onChange={(role) => role !== null && onChange(role)}
    />
  )
}
