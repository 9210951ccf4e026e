import { ActionIcon, Tooltip } from '@mantine/core'
import { memo, type ReactNode, type Ref } from 'react'
import { useTranslation } from 'react-i18next'

import { useEditorContext } from '../editor-context.ts'
import type { Command } from './command.ts'
import { useCommandName } from './command-name.ts'
import { type CommandName, commands, hasCommand, runCommand } from './commands.ts'
import { useEditor, useEditorLater } from '../use-editor.ts'
import { useKeysText } from '../../../ui/use-keys-text.ts'

/** A command's name with its keys: 'Undo (Ctrl+Z)'. */
export function useCommandLabel(name: CommandName): string {
  const keysText = useKeysText()
  const [keys] = useEditorContext().shortcuts[name]
  const label = useCommandName()(name)
  return keys === undefined ? label : `${label} (${keysText(keys)})`
}

interface CommandButtonProps {
  name: CommandName
  icon: ReactNode
  side?: 'right' | 'top' | 'bottom'
  /** Tooltip of a disabled command, instead of its name and the reason. */
  disabledLabel?: string | undefined
}

/**
 * A command as a button that follows the editor; nothing if the viewer's role does not have it. It stays
 * focusable while disabled, so that its tooltip can give the reason.
 */
export function CommandButton({ name, icon, side = 'right', disabledLabel }: CommandButtonProps) {
  const context = useEditorContext()
  if (!hasCommand(name, context)) return null
  return (
    <Tooltip
      label={<Hint name={name} disabledLabel={disabledLabel} />}
      position={side}
      multiline
      maw="18rem"
    >
      <Face name={name} icon={icon} />
    </Tooltip>
  )
}

/** Content of the tooltip, computed only when it opens. */
function Hint({ name, disabledLabel }: Pick<CommandButtonProps, 'name' | 'disabledLabel'>) {
  const { t } = useTranslation()
  const context = useEditorContext()
  const { editor } = context.annotator
  const label = useCommandLabel(name)
  const command: Command = commands[name]
  const enabled = useEditor(editor, () => command.enabled(context))
  const reason = useEditor(editor, () => (enabled ? null : (command.reason?.(context) ?? null)))
  if (enabled) return label
  const why = reason === null ? '' : `. ${t(`annotations.${reason}`)}`
  return disabledLabel ?? label + why
}

interface FaceProps extends Pick<CommandButtonProps, 'name' | 'icon'> {
  ref?: Ref<HTMLButtonElement>
}

/**
 * The part of the button that changes with the editor; the tooltip around it does not. Updates are
 * deferred, because a click on the canvas may enable a command and disable it again within a frame.
 */
function Face(props: FaceProps) {
  const context = useEditorContext()
  const { editor } = context.annotator
  const command: Command = commands[props.name]
  const enabled = useEditorLater(editor, () => command.enabled(context))
  const isOn = useEditorLater(editor, () => command.isOn?.(context))
  return <FaceOf {...props} enabled={enabled} isOn={isOn} />
}

interface FaceOfProps extends FaceProps {
  enabled: boolean
  isOn: boolean | undefined
}

const FaceOf = memo(function FaceOf({ name, icon, enabled, isOn, ...ofTooltip }: FaceOfProps) {
  const label = useCommandName()(name)
  const context = useEditorContext()
  return (
    <ActionIcon
      {...ofTooltip}
      size="lg"
      variant={isOn === true ? 'filled' : 'subtle'}
      color={isOn === true ? 'lagoon' : 'gray'}
      aria-label={label}
      aria-disabled={!enabled}
      {...(isOn === undefined ? {} : { 'aria-pressed': isOn })}
      {...(enabled ? {} : { 'data-disabled': true })}
      onClick={() => runCommand(name, context)}
    >
      {icon}
    </ActionIcon>
  )
})
