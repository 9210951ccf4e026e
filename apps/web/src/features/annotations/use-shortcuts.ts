import { useEffect, useEffectEvent } from 'react'

import type { Editor } from '#annotation/editor'

import { type CommandName, commandNames, commands } from './commands.ts'
import { matches } from './keys.ts'

/** Where keys mean what they write or what the widget makes of them. */
const typing = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu]'
/** What elements do with some keys; a slider prevents the default of those that it takes. */
const ownKeys: Readonly<Record<string, string>> = {
  ' ': 'button, a, summary, input',
  Enter: 'button, a',
}

/** Brings key presses to the tool in hand and then to the commands; never while typing. */
export function useShortcuts(editor: Editor, run: (name: CommandName) => void): void {
  const runCommand = useEffectEvent(run)
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    // The space bar pans while it is held down; let go without that, it is a command.
    let spaceAlone = false

    const down = (event: KeyboardEvent) => {
      if (isTaken(event)) return
      const modifiers = {
        shift: event.shiftKey,
        alt: event.altKey,
        ctrl: event.ctrlKey || event.metaKey,
      }
      if (editor.keyDown({ ...modifiers, key: event.key, repeat: event.repeat })) {
        event.preventDefault()
        return
      }
      const name = commandOf(event)
      if (name === undefined) return
      event.preventDefault()
      if (event.key !== ' ') runCommand(name)
      else if (!event.repeat) spaceAlone = true
    }
    const up = (event: KeyboardEvent) => {
      if (event.key !== ' ' || !spaceAlone) return
      spaceAlone = false
      const name = commandOf(event)
      if (name !== undefined) runCommand(name)
    }
    const notAlone = () => {
      spaceAlone = false
    }
    addEventListener('keydown', down, { signal })
    addEventListener('keyup', up, { signal })
    addEventListener('blur', notAlone, { signal })
    document.addEventListener('spacedrag', notAlone, { signal })
    return () => listening.abort()
  }, [editor])
}

function commandOf(event: KeyboardEvent): CommandName | undefined {
  return commandNames.find((name) => commands[name].keys.some((keys) => matches(keys, event)))
}

function isTaken(event: KeyboardEvent): boolean {
  const { target } = event
  if (event.defaultPrevented || !(target instanceof Element)) return event.defaultPrevented
  if (document.querySelector('[aria-modal=true]') !== null) return true
  const own = ownKeys[event.key]
  return target.closest(typing) !== null || (own !== undefined && target.closest(own) !== null)
}
