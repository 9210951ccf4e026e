import { Kbd, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { type Command, commandNames, commands } from '../features/annotations/commands.ts'
import { keysText } from '../features/annotations/keys.ts'
import classes from './keyboard-help.module.css'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** What the keyboard does on the annotate screen. */
export function KeyboardHelp() {
  const { t } = useTranslation()
  const names = {
    mod: isMac ? '⌘' : 'Ctrl',
    shift: t('annotations.keys.shift'),
    space: t('annotations.keys.space'),
    backspace: t('annotations.keys.backspace'),
    escape: t('annotations.keys.escape'),
    delete: 'Delete',
  }
  const withKeys = commandNames.filter((name) => commands[name].keys.length > 0)
  return (
    <section>
      <Title order={2} mb="xs">
        {t('info.keyboardTitle')}
      </Title>
      <Text mb="sm">{t('info.keyboardHint')}</Text>
      <dl className={classes['keys']}>
        {withKeys.map((name) => (
          <div key={name}>
            <dt>{t(`annotations.commands.${name}`)}</dt>
            <dd>
              {(commands[name] as Command).keys.map((keys) => (
                <Kbd key={keys}>{keysText(keys, names)}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
