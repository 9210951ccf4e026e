import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { Dialog } from '../../ui/dialog.tsx'
import { QueryFailed } from '../../ui/load-failed.tsx'
import { SearchList } from '../../ui/search-list.tsx'
import { useHits } from './use-hits.ts'

const pauseMs = 250

/** Finds datasets, patients, commands and pages, and leads to the chosen one. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened isTypedInto size="lg" title={t('search.title')} onClose={onClose}>
      <Search onClose={onClose} />
    </Dialog>
  )
}

function Search({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [settled] = useDebouncedValue(text.trim(), pauseMs)
  const { groups, query, isSearching } = useHits(text.trim(), settled)
  const go = (address: string) => {
    onClose()
    void navigate(address)
  }
  return (
    <>
      <SearchList
        label={t('search.label')}
        listLabel={t('search.results')}
        text={text}
        onText={setText}
        isSearching={isSearching}
        groups={groups.map(({ key, hits }) => ({ name: t(`search.groups.${key}`), hits }))}
        onChoose={go}
        onClose={onClose}
      />
      <QueryFailed title={t('search.failed')} query={query} />
      <Text component="output" size="sm" c="dimmed" mt="sm" display="block">
        {groups.length === 0 && !isSearching && t('search.nothing')}
      </Text>
    </>
  )
}
