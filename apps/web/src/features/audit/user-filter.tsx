import { Autocomplete } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { useSettledText } from '../../ui/use-settled-text.ts'
import { usernamesLike } from './api.ts'

interface UserFilterProps {
  value: string
  onChange: (username: string) => void
}

/** The beginning of a username. Any text is allowed, because the trail includes deleted accounts. */
export function UserFilter({ value, onChange }: UserFilterProps) {
  const { t } = useTranslation()
  const { draft, type, tell } = useSettledText(value, onChange)
  const { data: found = [] } = useQuery(usernamesLike(value))
  return (
    <Autocomplete
      label={t('audit.user')}
      placeholder={t('audit.anyBeginning')}
      maxLength={64}
      // The server has already filtered by name and username.
      filter={({ options }) => options}
      data={found.map(({ username }) => username)}
      value={draft}
      onChange={type}
      onOptionSubmit={tell}
    />
  )
}
