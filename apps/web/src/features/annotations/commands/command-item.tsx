import { Menu, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { useKeysText } from '../../../ui/use-keys-text.ts'
import { useEditorContext } from '../editor-context.ts'
import { useEditor } from '../use-editor.ts'
import { useCommandName } from './command-name.ts'
import type { Command } from './command.ts'
import { type CommandName, commands, hasCommand, runCommand } from './commands.ts'

interface CommandItemProps {
  name: CommandName
  icon: ReactNode
}

/**
 * A command as an entry of a menu, with its keys. One that is disabled and has a reason can still be chosen,
 * which shows the reason.
 */
export function CommandItem({ name, icon }: CommandItemProps) {
  const commandName = useCommandName()
  const keysText = useKeysText()
  const context = useEditorContext()
  const { editor } = context.annotator
  const [keys] = context.shortcuts[name]
  const command: Command = commands[name]
  // A menu that is reopened while it closes would not render otherwise.
  const enabled = useEditor(editor, () => command.enabled(context))
  if (!hasCommand(name, context)) return null
  return (
    <Menu.Item
      leftSection={icon}
      rightSection={
        keys === undefined ? null : (
          <Text size="xs" c="dimmed" aria-hidden>
            {keysText(keys)}
          </Text>
        )
      }
      disabled={!enabled && command.reason === undefined}
      {...(enabled ? {} : { c: 'dimmed' })}
      onClick={() => runCommand(name, context)}
    >
      {commandName(name)}
    </Menu.Item>
  )
}
