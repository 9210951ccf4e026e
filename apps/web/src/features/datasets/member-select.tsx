import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useViewer } from '../../api/viewer.ts'
import { directory } from './api.ts'

interface MemberSelectProps {
  owner: string
  value: string[]
  onChange: (usernames: string[]) => void
}

/** Users as tags, found by parts of their names. */
export function MemberSelect({ owner, value, onChange }: MemberSelectProps) {
  const { t } = useTranslation()
  const viewer = useViewer()
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState(false)
  const [asked] = useDebouncedValue(search.trim(), 200)
  const { data: found = [] } = useQuery(directory(asked))
  const others = found
    .filter(({ username }) => username !== owner && username !== viewer?.username)
    .filter(({ username }) => !value.includes(username))
    .map(({ username, name }) => ({
      value: username,
      label: name === '' ? username : `${username} (${name})`,
    }))
  const chosen = value.map((username) => ({ value: username, label: username }))
  return (
    <MultiSelect
      label={t('datasets.sharedWith')}
      description={t('datasets.sharedWithHint')}
      placeholder={t('datasets.findUser')}
      data-autofocus
      searchable
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      // Below, it would cover the dialog's buttons.
      comboboxProps={{ position: 'top' }}
      onOptionSubmit={() => setOpened(false)}
      hidePickedOptions
      // The server has already filtered by name and username.
      filter={({ options }) => options}
      nothingFoundMessage={asked === '' ? undefined : t('datasets.noUserFound')}
      searchValue={search}
      onSearchChange={setSearch}
      data={[...chosen, ...others]}
      value={value}
      onChange={onChange}
    />
  )
}
