import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { searchDirectory } from '#contract/account'

import { call } from './call.ts'

interface UserSelectProps {
  label: string
  description?: string
  /** Usernames that are not offered. */
  except?: readonly string[]
  value: string[]
  onChange: (usernames: string[]) => void
}

const none: readonly string[] = []

const directory = (q: string) =>
  queryOptions({
    queryKey: ['directory', q],
    queryFn: ({ signal }) => call(searchDirectory, { query: { q }, signal }),
    placeholderData: keepPreviousData,
  })

/** Users as tags, found by parts of their names. */
export function UserSelect({
  label,
  description,
  except = none,
  value,
  onChange,
}: UserSelectProps) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState(false)
  const [asked] = useDebouncedValue(search.trim(), 200)
  const { data: found = [] } = useQuery(directory(asked))
  const others = found
    .filter(({ username }) => !except.includes(username) && !value.includes(username))
    .map(({ username, name }) => ({
      value: username,
      label: name === '' ? username : `${username} (${name})`,
    }))
  const chosen = value.map((username) => ({ value: username, label: username }))
  return (
    <MultiSelect
      label={label}
      description={description}
      placeholder={t('common.findUser')}
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
      nothingFoundMessage={asked === '' ? undefined : t('common.noUserFound')}
      searchValue={search}
      onSearchChange={setSearch}
      data={[...chosen, ...others]}
      value={value}
      onChange={onChange}
    />
  )
}
