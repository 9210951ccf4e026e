import { ActionIcon, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useBench } from './bench.ts'
import { type Command, type CommandName, commands, runCommand } from './commands.ts'
import { keysText } from './keys.ts'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** A command's name with its keys: 'Undo (Ctrl+Z)'. */
export function useCommandLabel(name: CommandName): string {
  const { t } = useTranslation()
  const [keys] = commands[name].keys
  const label = t(`annotations.commands.${name}`)
  if (keys === undefined) return label
  const names = {
    mod: isMac ? '⌘' : 'Ctrl',
    shift: t('annotations.keys.shift'),
    space: t('annotations.keys.space'),
    backspace: t('annotations.keys.backspace'),
    escape: t('annotations.keys.escape'),
  }
  return `${label} (${keysText(keys, names)})`
}

interface CommandButtonProps {
  name: CommandName
  icon: ReactNode
  /** Whether it is on, for a button that is one of several states. */
  pressed?: boolean
  side?: 'right' | 'top' | 'bottom'
}

/** A command as a button. Out of use it can still be reached, so that its tooltip can say why. */
export function CommandButton({ name, icon, pressed, side = 'right' }: CommandButtonProps) {
  const { t } = useTranslation()
  const bench = useBench()
  const label = useCommandLabel(name)
  const command: Command = commands[name]
  const enabled = command.enabled(bench)
  const reason =
    enabled || command.reason === undefined ? '' : `. ${t(`annotations.${command.reason(bench)}`)}`
  return (
    <Tooltip label={label + reason} position={side} multiline maw="18rem">
      <ActionIcon
        size="lg"
        variant={pressed === true ? 'filled' : 'subtle'}
        color={pressed === true ? 'lagoon' : 'gray'}
        aria-label={t(`annotations.commands.${name}`)}
        aria-disabled={!enabled}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        {...(enabled ? {} : { 'data-disabled': true })}
        onClick={() => runCommand(name, bench)}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
