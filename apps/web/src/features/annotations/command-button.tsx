import { ActionIcon, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

import { useBench } from './bench.ts'
import type { Command } from './command.ts'
import { type CommandName, commands, runCommand } from './commands.ts'
import { useKeysText } from './use-shortcut-keys.ts'

/** A command's name with its keys: 'Undo (Ctrl+Z)'. */
export function useCommandLabel(name: CommandName): string {
  const { t } = useTranslation()
  const keysText = useKeysText()
  const [keys] = useBench().shortcuts[name]
  const label = t(`annotations.commands.${name}`)
  return keys === undefined ? label : `${label} (${keysText(keys)})`
}

interface CommandButtonProps {
  name: CommandName
  icon: ReactNode
  /** Whether it is on, for a button that is one of several states. */
  pressed?: boolean
  side?: 'right' | 'top' | 'bottom'
  /** The tooltip while it is out of use, instead of its name and the reason. */
  disabledLabel?: string
}

/** A command as a button. Out of use it can still be reached, so that its tooltip can say why. */
export function CommandButton({
  name,
  icon,
  pressed,
  side = 'right',
  disabledLabel,
}: CommandButtonProps) {
  const { t } = useTranslation()
  const bench = useBench()
  const label = useCommandLabel(name)
  const command: Command = commands[name]
  const enabled = command.enabled(bench)
  const reason =
    enabled || command.reason === undefined ? '' : `. ${t(`annotations.${command.reason(bench)}`)}`
  return (
    <Tooltip
      label={enabled ? label : (disabledLabel ?? label + reason)}
      position={side}
      multiline
      maw="18rem"
    >
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
