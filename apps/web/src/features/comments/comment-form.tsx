import { Button, Combobox, Text, Textarea, useCombobox } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useRetryOnReturn } from '../../api/live.ts'
import { useViewer } from '../../api/viewer.ts'
import { useProblemText } from '../../i18n/problem-text.ts'
import { isUnreachable, peopleOf } from './api.ts'
import classes from './comments.module.css'
import { mentioningAt, peopleMatching, withMention } from './mentioning.ts'
import { useKeptText } from './use-kept-text.ts'

const mostSigns = 2000

interface CommentFormProps {
  datasetId: number
  label: string
  /** Under which the browser keeps what is typed. */
  keptAs: string
  initial?: string
  /** Takes the focus if this is set, and whenever it changes. */
  focusFor: object | string | null
  onSend: (text: string, saveId: string) => Promise<unknown>
  /** Called after it was sent, and if it is not wanted any more. */
  onDone: () => void
}

/** A text field for a comment, which suggests people after an @. Keeps the typed text until it is sent. */
export function CommentForm(props: CommentFormProps) {
  const { datasetId, label, keptAs, initial = '', focusFor, onSend, onDone } = props
  const { t } = useTranslation()
  const problemText = useProblemText()
  const kept = useKeptText(keptAs, initial)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (focusFor !== null) field.current?.focus()
  }, [focusFor])
  const suggestions = useSuggestions(datasetId, kept, field)
  const sending = useMutation({
    mutationFn: () => onSend(kept.text.trim(), kept.saveId),
    onSuccess: () => {
      kept.forget()
      onDone()
    },
  })
  const isEmpty = kept.text.trim() === ''
  const send = () => {
    if (!isEmpty && !sending.isPending) sending.mutate()
  }
  const cancel = () => {
    kept.forget()
    onDone()
  }
  useRetryOnReturn(isUnreachable(sending.error), send)
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
    else if (event.key === 'Escape' && !suggestions.isOpen && isEmpty) cancel()
    else return
    event.preventDefault()
  }
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Combobox store={suggestions.store} onOptionSubmit={suggestions.choose}>
        <Combobox.Target withKeyboardNavigation={suggestions.isOpen}>
          <Textarea
            ref={field}
            aria-label={label}
            placeholder={t('comments.placeholder')}
            autosize
            minRows={2}
            maxRows={10}
            maxLength={mostSigns}
            value={kept.text}
            onChange={({ currentTarget: { value, selectionStart } }) => {
              kept.set(value)
              suggestions.look(value, selectionStart)
            }}
            onSelect={({ currentTarget: { value, selectionStart } }) =>
              suggestions.look(value, selectionStart)
            }
            onBlur={() => suggestions.store.closeDropdown()}
            onKeyDown={press}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={!suggestions.isOpen}>
          <Combobox.Options aria-label={t('comments.people')}>
            {suggestions.people.map(({ username, name }) => (
              <Combobox.Option key={username} value={username}>
                {name === '' ? username : `${name} (${username})`}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {sending.error !== null && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert">
          {t(isUnreachable(sending.error) ? 'comments.waitsForServer' : 'comments.notSent')}{' '}
          {!isUnreachable(sending.error) && problemText(sending.error)}
        </Text>
      )}
      <div className={classes['buttons']}>
        <Button size="compact-sm" variant="default" onClick={cancel}>
          {t('common.cancel')}
        </Button>
        <Button size="compact-sm" type="submit" disabled={isEmpty} loading={sending.isPending}>
          {t('comments.send')}
        </Button>
      </div>
    </form>
  )
}

/** The people who match the mention that is being typed. */
function useSuggestions(
  datasetId: number,
  kept: { text: string; set: (text: string) => void },
  field: React.RefObject<HTMLTextAreaElement | null>,
) {
  const viewer = useViewer()
  const store = useCombobox({ onDropdownClose: () => store.resetSelectedOption() })
  const [caret, setCaret] = useState(0)
  const mentioning = mentioningAt(kept.text, caret)
  const { data: members = [] } = useQuery({
    ...peopleOf(datasetId),
    enabled: mentioning !== null,
  })
  const others = members.filter(({ username }) => username !== viewer?.username)
  const people = mentioning === null ? [] : peopleMatching(others, mentioning.sought)
  const isOpen = store.dropdownOpened && people.length > 0
  const first = people[0]?.username
  const selectFirst = useEffectEvent(() => store.selectFirstOption())
  useEffect(() => {
    if (isOpen && first !== undefined) selectFirst()
  }, [isOpen, first])
  return {
    store,
    people,
    isOpen,
    look: (text: string, at: number) => {
      setCaret(at)
      if (mentioningAt(text, at) === null) store.closeDropdown()
      else store.openDropdown()
    },
    choose: (username: string) => {
      if (mentioning === null) return
      const next = withMention(kept.text, mentioning, username)
      kept.set(next.text)
      setCaret(next.caret)
      store.closeDropdown()
      requestAnimationFrame(() => field.current?.setSelectionRange(next.caret, next.caret))
    },
  }
}
