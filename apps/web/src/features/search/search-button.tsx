import { ActionIcon, Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { IconSearch } from '../../ui/icons.ts'
import { isDialogOpen } from '../../ui/open-dialogs.ts'
import { SearchDialog } from './search-dialog.tsx'

/** Opens the search; Ctrl+K and Cmd+K do so on every page, unless a dialog is open. */
export function SearchButton() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return
      // Browsers would go to their own search.
      event.preventDefault()
      if (!isDialogOpen()) setOpen(true)
    }
    addEventListener('keydown', down)
    return () => removeEventListener('keydown', down)
  }, [])
  return (
    <>
      <Tooltip label={t('search.open')}>
        <ActionIcon
          size="md"
          aria-label={t('search.title')}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setOpen(true)}
        >
          <IconSearch size={20} />
        </ActionIcon>
      </Tooltip>
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  )
}

/** By the place of the key, because a Korean keyboard sends another letter. */
function isSearchKey({ code, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return code === 'KeyK' && ctrlKey !== metaKey && !shiftKey && !altKey
}
