import { Combobox, Loader, Text, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { Dialog } from '../../ui/dialog.tsx'
import { IconSearch } from '../../ui/icons.ts'
import { QueryFailed } from '../../ui/load-failed.tsx'
import classes from './search.module.css'
import { useHits } from './use-hits.ts'

const pauseMs = 250

/** Finds datasets, patients, commands and pages, and leads to the chosen one. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog opened size="lg" title={t('search.title')} onClose={onClose}>
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
  const combobox = useCombobox({ opened: true })
  const { selectFirstOption, resetSelectedOption } = combobox
  const shown = groups.flatMap(({ hits }) => hits.map(({ address }) => address)).join()
  useEffect(() => {
    if (shown === '') resetSelectedOption()
    else selectFirstOption()
  }, [shown, selectFirstOption, resetSelectedOption])
  const go = (address: string) => {
    onClose()
    void navigate(address)
  }
  return (
    <>
      <Combobox store={combobox} onOptionSubmit={go}>
        <Combobox.EventsTarget withExpandedAttribute>
          <TextInput
            data-autofocus
            aria-label={t('search.label')}
            placeholder={t('search.label')}
            leftSection={isSearching ? <Loader size={16} /> : <IconSearch size={16} />}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            // An open list of options keeps Escape from the dialog.
            onKeyDown={({ key }) => key === 'Escape' && onClose()}
          />
        </Combobox.EventsTarget>
        <div className={classes['list']}>
          <Combobox.Options aria-label={t('search.results')}>
            {groups.map(({ key, hits }) => (
              <Combobox.Group key={key} label={t(`search.groups.${key}`)}>
                {hits.map(({ address, label, detail }) => (
                  <Combobox.Option key={address} value={address}>
                    {label}
                    {detail !== undefined && <div className={classes['note']}>{detail}</div>}
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            ))}
          </Combobox.Options>
        </div>
      </Combobox>
      <QueryFailed title={t('search.failed')} query={query} />
      <Text component="output" size="sm" c="dimmed" mt="sm" display="block">
        {groups.length === 0 && !isSearching && t('search.nothing')}
      </Text>
    </>
  )
}
