import { Combobox, TextInput, useCombobox } from '@mantine/core'
import { useEffect } from 'react'

import { Loading } from './loading.tsx'
import { IconSearch } from './icons.ts'
import classes from './search-list.module.css'

export interface Hit {
  /** Unique in the list. */
  readonly value: string
  readonly label: string
  /** A second line, such as the dataset of a patient. */
  readonly detail?: string
}

interface SearchListProps {
  /** Name of the text field. */
  label: string
  /** Name of the list. */
  listLabel: string
  text: string
  onText: (text: string) => void
  isSearching?: boolean
  /** The hits for the text, best first; groups have a name. */
  groups: readonly { readonly name?: string; readonly hits: readonly Hit[] }[]
  onChoose: (value: string) => void
  onClose: () => void
}

/**
 * A text field above the list of what was found for it: arrows and Enter choose, Enter alone takes the first.
 * Has the focus as soon as it is there, because people type on after the key that opened it.
 */
export function SearchList(props: SearchListProps) {
  const { label, listLabel, text, onText, isSearching = false, groups, onChoose, onClose } = props
  const combobox = useCombobox({ opened: true })
  const { selectFirstOption, resetSelectedOption } = combobox
  const shown = groups.flatMap(({ hits }) => hits.map(({ value }) => value)).join()
  useEffect(() => {
    if (shown === '') resetSelectedOption()
    else selectFirstOption()
  }, [shown, selectFirstOption, resetSelectedOption])
  return (
    <Combobox store={combobox} onOptionSubmit={onChoose}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          ref={focusAtOnce}
          data-autofocus
          aria-label={label}
          placeholder={label}
          leftSection={isSearching ? <Loading size={16} /> : <IconSearch size={16} />}
          value={text}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
          // An open list of options keeps Escape from the dialog.
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
        />
      </Combobox.EventsTarget>
      <div className={classes['list']}>
        <Combobox.Options aria-label={listLabel}>
          {groups.map(({ name, hits }) => {
            const options = hits.map(({ value, ...hit }) => (
              <Combobox.Option key={value} value={value}>
                {hit.label}
                {hit.detail !== undefined && <div className={classes['note']}>{hit.detail}</div>}
              </Combobox.Option>
            ))
            if (name === undefined) return options
            return (
              <Combobox.Group key={name} label={name}>
                {options}
              </Combobox.Group>
            )
          })}
        </Combobox.Options>
      </div>
    </Combobox>
  )
}

function focusAtOnce(field: HTMLInputElement | null): void {
  field?.focus()
}
