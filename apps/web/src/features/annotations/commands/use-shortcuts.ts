import { useEffect, useEffectEvent } from 'react'

import type { Editor } from '#annotation/editor'

import { type CommandName, lastsWhileHeld } from './commands.ts'
import { keysOf } from '../../../ui/keys.ts'
import { isDialogOpen } from '../../../ui/open-dialogs.ts'
import { commandWith, type Shortcuts } from './shortcuts.ts'
import { isTaken } from './taken-keys.ts'
import { draftKeyOf, isForTools, keyInputOf } from './tool-keys.ts'
import { formKeyOf, isPressedAgain, pressAgain } from './use-grading.ts'
import { runWaiting, type Typed, waitsForNext } from './waiting-commands.ts'

interface Actions {
  /** `typed` is what was typed for the command before it could run. */
  readonly run: (name: CommandName, typed?: Typed) => void
  /** The key of a command that ran is no longer held down. */
  readonly release: (name: CommandName) => void
  readonly isGrading: boolean
}

/** Passes key presses to the current tool and then to the commands, but never during typing. */
export function useShortcuts(
  editor: Editor,
  shortcuts: Shortcuts,
  { run, release, isGrading: grading }: Actions,
): void {
  const commandOf = useEffectEvent((event: KeyboardEvent) => commandWith(shortcuts, keysOf(event)))
  const runCommand = useEffectEvent(run)
  const releaseCommand = useEffectEvent(release)
  const isGrading = useEffectEvent(() => grading)
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    // Holding the space bar and dragging pans; releasing it without a drag runs its command.
    let spaceAlone = false
    /** The commands whose keys are down, by the code of the key. */
    const held = new Map<string, CommandName>()
    /** Whether it repeats a key that is held for a view: shift or ctrl, pressed since, must not make it another command. */
    const goesOnHolding = ({ repeat, code }: KeyboardEvent) => {
      const name = held.get(code)
      return repeat && name !== undefined && lastsWhileHeld(name)
    }
    // Read before the same key press closes a dialog.
    let inDialog = false

    const look = (event: KeyboardEvent) => {
      inDialog = isDialogOpen()
      // The form of the image that is being left must not take an answer for the next one.
      const formKey = isGrading() && !isPressedAgain(event) ? formKeyOf(event) : null
      if (formKey === null || !waitsForNext({ key: event.key, use: undefined, formKey })) return
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    const down = (event: KeyboardEvent) => {
      if (inDialog || isTaken(event)) return
      if (goesOnHolding(event)) {
        event.preventDefault()
        return
      }
      const name = commandOf(event)
      const use = draftKeyOf(event) ?? name
      const pressed = { key: event.key, use, isRepeated: event.repeat }
      if (!isPressedAgain(event) && waitsForNext(pressed)) {
        event.preventDefault()
        return
      }
      if (isForTools(event) && editor.keyDown(keyInputOf(event))) {
        event.preventDefault()
        return
      }
      if (name === undefined) return
      event.preventDefault()
      if (!isSpace(event)) {
        held.set(event.code, name)
        runCommand(name)
      } else if (!event.repeat) spaceAlone = true
    }
    const letGo = (code: string) => {
      const name = held.get(code)
      held.delete(code)
      if (name !== undefined) releaseCommand(name)
    }
    const letGoAll = () => {
      for (const code of held.keys()) letGo(code)
    }
    const up = (event: KeyboardEvent) => {
      // Until the command key of a Mac goes up, no other key is heard to go up.
      if (event.key === 'Meta') letGoAll()
      letGo(event.code)
      if (!isSpace(event) || !spaceAlone) return
      spaceAlone = false
      const name = commandOf(event)
      if (name !== undefined) runCommand(name)
    }
    const notAlone = () => {
      spaceAlone = false
    }
    // A window in the background hears no key go up.
    const left = () => {
      notAlone()
      letGoAll()
    }
    addEventListener('keydown', look, { signal, capture: true })
    addEventListener('keydown', down, { signal })
    addEventListener('keyup', up, { signal })
    addEventListener('blur', left, { signal })
    document.addEventListener('spacedrag', notAlone, { signal })
    void runWaiting({
      run: runCommand,
      press: (key) => void editor.keyDown(key),
      answer: pressAgain,
    })
    return () => {
      left()
      listening.abort()
    }
  }, [editor])
}

function isSpace({ code }: KeyboardEvent): boolean {
  return code === 'Space'
}
