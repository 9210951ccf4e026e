import { ActionIcon, Button, Kbd, Text, TextInput, Tooltip } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { toolList } from '#annotation/tools'

import { useWords } from '../../../i18n/words.ts'
import { IconRestore } from '../../../ui/icons.ts'
import { commandGroups, groupNames } from '../commands/command-groups.ts'
import { useCommandName } from '../commands/command-name.ts'
import type { CommandName } from '../commands/commands.ts'
import { areFree, type Keys, keysOf } from '../../../ui/keys.ts'
import { useKeysText } from '../../../ui/use-keys-text.ts'
import classes from './settings-dialog.module.css'
import {
  commandWith,
  type OwnShortcuts,
  type Shortcuts,
  withDefault,
  withKeys,
  withKeysSwapped,
} from '../commands/shortcuts.ts'
import { useShortcutKeys } from '../commands/use-shortcut-keys.ts'

/** The keys of every command, which the user changes by pressing new ones. */
export function ShortcutSettings() {
  const { t } = useTranslation()
  const { own, shortcuts, change } = useShortcutKeys()
  return (
    <>
      <Text size="sm" c="dimmed" mb="md">
        {t('annotations.settings.shortcutsHint')}
      </Text>
      {groupNames.map((group) => (
        <section key={group}>
          <h3 className={classes['title']}>{t(`annotations.groups.${group}`)}</h3>
          <ul className={classes['rows']}>
            {commandGroups[group].map((name) => (
              <ShortcutRow key={name} {...{ name, own, shortcuts, change }} />
            ))}
            {group === 'tools' && <FixedKeys />}
          </ul>
        </section>
      ))}
      <div className={classes['end']}>
        <span />
        <Button variant="default" disabled={own.size === 0} onClick={() => change(new Map())}>
          {t('annotations.settings.resetAll')}
        </Button>
      </div>
    </>
  )
}

interface ShortcutRowProps {
  name: CommandName
  own: OwnShortcuts
  shortcuts: Shortcuts
  change: (own: OwnShortcuts) => void
}

/** Pressed keys that cannot be assigned directly. */
type Clash = { readonly keys: Keys; readonly holder: CommandName | null }

function ShortcutRow({ name, own, shortcuts, change }: ShortcutRowProps) {
  const { t } = useTranslation()
  const [recording, setRecording] = useState(false)
  const [clash, setClash] = useState<Clash | null>(null)
  const button = useFocusAfter(recording)
  const label = useCommandName()(name)
  const take = (keys: Keys) => {
    setRecording(false)
    const holder = commandWith(shortcuts, keys) ?? null
    if (!areFree(keys)) setClash({ keys, holder: null })
    else if (holder !== null && holder !== name) setClash({ keys, holder })
    else change(withKeys(own, name, keys))
  }
  return (
    <li className={classes['row']} aria-label={label}>
      <span className={classes['name']}>{label}</span>
      {recording ? (
        <Recorder label={label} onKeys={take} onCancel={() => setRecording(false)} />
      ) : (
        <>
          <KeysShown keys={shortcuts[name]} />
          <span className={classes['actions']}>
            {own.has(name) && (
              <Tooltip label={t('annotations.settings.reset')}>
                <ActionIcon
                  aria-label={t('annotations.settings.resetOf', { name: label })}
                  onClick={() => change(withDefault(own, name))}
                >
                  <IconRestore size={16} />
                </ActionIcon>
              </Tooltip>
            )}
            <Button
              ref={button}
              size="compact-sm"
              variant="subtle"
              aria-label={t('annotations.settings.changeOf', { name: label })}
              onClick={() => {
                setClash(null)
                setRecording(true)
              }}
            >
              {t('annotations.settings.change')}
            </Button>
          </span>
        </>
      )}
      {clash !== null && (
        <ClashNotice
          clash={clash}
          onDrop={() => setClash(null)}
          onSwap={() => {
            setClash(null)
            change(withKeysSwapped(own, name, clash.keys))
          }}
        />
      )}
    </li>
  )
}

/** The button that started the recorder; it regains the focus afterwards. */
function useFocusAfter(recording: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasRecording = useRef(false)
  useEffect(() => {
    if (wasRecording.current && !recording) button.current?.focus()
    wasRecording.current = recording
  }, [recording])
  return button
}

function KeysShown({ keys }: { keys: readonly Keys[] }) {
  const { t } = useTranslation()
  const keysText = useKeysText()
  return (
    <span className={classes['keys']}>
      {keys.map((each) => (
        <Kbd key={each}>{keysText(each)}</Kbd>
      ))}
      {keys.length === 0 && (
        <Text span size="sm" c="dimmed">
          {t('annotations.settings.noKeys')}
        </Text>
      )}
    </span>
  )
}

interface RecorderProps {
  label: string
  onKeys: (keys: Keys) => void
  onCancel: () => void
}

/** Records the next key press with its modifiers. */
function Recorder({ label, onKeys, onCancel }: RecorderProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return onCancel()
    const keys = keysOf(event.nativeEvent)
    if (keys !== null) onKeys(keys)
  }
  return (
    <TextInput
      className={classes['recorder'] ?? ''}
      size="xs"
      ref={field}
      readOnly
      // Escape ends the recording without closing the dialog.
      data-mantine-stop-propagation="true"
      aria-label={t('annotations.settings.newKeysOf', { name: label })}
      placeholder={t('annotations.settings.pressKeys')}
      onKeyDown={press}
      onBlur={onCancel}
    />
  )
}

interface ClashNoticeProps {
  clash: Clash
  onSwap: () => void
  onDrop: () => void
}

function ClashNotice({ clash: { keys, holder }, onSwap, onDrop }: ClashNoticeProps) {
  const { t } = useTranslation()
  const shown = useKeysText()(keys)
  const commandName = useCommandName()
  return (
    <div className={classes['clash']} role="alert">
      <p>
        {holder === null
          ? t('annotations.settings.notFree', { keys: shown })
          : t('annotations.settings.taken', {
              keys: shown,
              name: commandName(holder),
            })}
      </p>
      {holder !== null && (
        <Button size="compact-sm" onClick={onSwap}>
          {t('annotations.settings.swap')}
        </Button>
      )}
      <Button size="compact-sm" variant="default" onClick={onDrop}>
        {t(holder === null ? 'common.close' : 'common.cancel')}
      </Button>
    </div>
  )
}

/** The fixed keys of tools. */
function FixedKeys() {
  const { t } = useTranslation()
  const words = useWords()
  return toolList.map(({ about }) => {
    const { fixedKeys } = words(about.words)
    if (fixedKeys === undefined) return null
    return (
      <li key={about.id} className={classes['row']}>
        <span className={classes['name']}>{fixedKeys.action}</span>
        <span className={classes['keys']}>
          <Kbd>{fixedKeys.keys}</Kbd>
        </span>
        <span className={classes['actions']}>
          <Text span size="sm" c="dimmed">
            {t('annotations.settings.fixed')}
          </Text>
        </span>
      </li>
    )
  })
}
