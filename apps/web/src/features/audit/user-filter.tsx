import { Autocomplete } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useSettledText } from '../../ui/use-settled-text.ts'
import { usernamesLike } from './api.ts'

interface UserFilterProps {
  value: string
  onChange: (username: string) => void
}

/** How a username begins. Accounts that are gone are in the trail too, so any text will do. */
export function UserFilter({ value, onChange }: UserFilterProps) {
  const { t } = useTranslation()
  const { draft, type, tell } = useSettledText(value, onChange)
  const { data: found = [] } = useQuery(usernamesLike(value))
  return (
    <Autocomplete
      label={t('audit.user')}
      placeholder={t('audit.anyBeginning')}
      maxLength={64}
      // The server has filtered already, by name as well as by username.
      filter={({ options }) => options}
      data={found.map(({ username }) => username)}
      value={draft}
      onChange={type}
      onOptionSubmit={tell}
    />
  )
}
