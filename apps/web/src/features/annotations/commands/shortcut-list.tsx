import { Kbd } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { toolList } from '#annotation/tools'

import { useWords } from '../../../i18n/words.ts'
import { useKeysText } from '../../../ui/use-keys-text.ts'
import { commandGroups, type CommandGroup, groupNames } from './command-groups.ts'
import { useCommandName } from './command-name.ts'
import type { CommandName } from './commands.ts'
import classes from './shortcut-list.module.css'
import { useShortcutKeys } from './use-shortcut-keys.ts'

/** The current keys of all commands that have keys, in groups. */
export function ShortcutList() {
  const { t } = useTranslation()
  const { shortcuts } = useShortcutKeys()
  const keysText = useKeysText()
  const commandName = useCommandName()
  const withKeys = (group: CommandGroup) =>
    commandGroups[group].filter((name: CommandName) => shortcuts[name].length > 0)
  return (
    <div className={classes['groups']}>
      {groupNames
        .filter((group) => withKeys(group).length > 0)
        .map((group) => (
          <section key={group} className={classes['group']}>
            <h3>{t(`annotations.groups.${group}`)}</h3>
            <dl>
              {withKeys(group).map((name) => (
                <div key={name}>
                  <dt>{commandName(name)}</dt>
                  <dd>
                    {shortcuts[name].map((keys) => (
                      <Kbd key={keys}>{keysText(keys)}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
    </div>
  )
}

const gestures = {
  view: ['zoom', 'pan', 'fingers', 'sideways'],
  draw: ['close', 'back', 'subtract', 'cancel'],
  edit: ['move', 'nudge', 'far', 'vertex', 'insert', 'remove'],
} as const

/** Gestures of mouse, pen and fingers. */
export function GestureList() {
  const { t } = useTranslation()
  return (
    <div className={classes['groups']}>
      {(['view', 'draw', 'edit'] as const).map((group) => (
        <section key={group} className={classes['group']}>
          <h3>{t(`annotations.gestureGroups.${group}`)}</h3>
          <dl>
            {group === 'draw' && <ToolGestures />}
            {gestures[group].map((name) => (
              <Gesture
                key={name}
                action={t(`annotations.gestureActions.${name}`)}
                gesture={t(`annotations.gestures.${name}`)}
              />
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

function ToolGestures() {
  const words = useWords()
  return toolList.map(({ about }) => {
    const { name, gesture } = words(about.words)
    return gesture === undefined ? null : <Gesture key={about.id} action={name} gesture={gesture} />
  })
}

function Gesture({ action, gesture }: { action: string; gesture: string }) {
  return (
    <div>
      <dt>{action}</dt>
      <dd>{gesture}</dd>
    </div>
  )
}
