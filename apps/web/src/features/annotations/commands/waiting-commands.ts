import type { KeyInput } from '#annotation/tool'

import { type CommandName, lastsWhileHeld, opensField } from './commands.ts'

/** Keys that were typed for the text field of a command before the command ran. */
export interface Typed {
  readonly text: string
  /** Whether Enter followed. */
  readonly isEntered: boolean
}

/** A command with what was typed for it. */
interface TypedCommand extends Typed {
  readonly command: CommandName
}

/** A key for the form of fields, whichever is asked for when the image opens. */
interface FormKey {
  readonly formKey: string
}

/** A key press, with the command or the draft that it is for; absent if it is for neither. */
export interface Pressed {
  readonly key: string
  readonly use: CommandName | KeyInput | undefined
  /** The key as the form of fields reads it, if it is for the form. */
  readonly formKey?: string | null
  /** Whether the key is held down and repeats itself. */
  readonly isRepeated?: boolean
}

/**
 * Commands and keys of tools that are pressed while one image is left and the next one loads. They are
 * for the next one, so that twelve presses of one key go on by twelve images.
 */
let waiting: (CommandName | KeyInput | TypedCommand | FormKey)[] = []
let isLeaving = false
/** Whether something that was pressed earlier still waits to be passed on to the open image. */
let isCatchingUp = false

/** Takes what waited for an image. */
interface Receiver {
  readonly run: (name: CommandName, typed?: Typed) => void
  /** Takes a key that belongs to no command. */
  readonly press: (key: KeyInput) => void
  /** Takes a key for the form of fields, and resolves when the form is ready for the next. */
  readonly answer: (key: string) => Promise<void>
}

/** The image is being left: commands are for the next one. */
export function startLeaving(): void {
  isLeaving = true
}

/**
 * Keeps the key for the next image, if this one is being left and something is to be done with it. In an
 * image that has just opened, the key waits for those that were pressed earlier.
 */
export function waitsForNext(pressed: Pressed): boolean {
  return (isLeaving || isCatchingUp) && keepForNext(pressed)
}

/**
 * Keeps the key for the next image; false if nothing is to be done with it. A command that lasts while its
 * key is held down has ended when the next image opens.
 */
export function keepForNext({ key, use, formKey = null, isRepeated = false }: Pressed): boolean {
  const last = waiting.at(-1)
  if (isTyped(last) && !last.isEntered) {
    waiting = [...waiting.slice(0, -1), ...typedInto(last, key)]
    return true
  }
  if (formKey !== null) {
    waiting.push({ formKey })
    return true
  }
  if (use === undefined) return false
  // Held down, the space bar pans: each repetition would begin another annotation.
  if (isRepeated && key === ' ') return true
  if (typeof use !== 'string') waiting.push(use)
  else if (opensField(use)) waiting.push({ command: use, text: '', isEntered: false })
  else if (!lastsWhileHeld(use)) waiting.push(use)
  return true
}

function isTyped(each: (typeof waiting)[number] | undefined): each is TypedCommand {
  return typeof each === 'object' && 'command' in each
}

/** The command after one more key; Escape takes it back. */
function typedInto(typed: TypedCommand, key: string): TypedCommand[] {
  if (key === 'Escape') return []
  if (key === 'Enter') return [{ ...typed, isEntered: true }]
  if (key === 'Backspace') return [{ ...typed, text: typed.text.slice(0, -1) }]
  return [key.length === 1 ? { ...typed, text: typed.text + key } : typed]
}

/** An image is open: passes on what waited for it, until that leaves it again. */
export async function runWaiting(receiver: Receiver): Promise<void> {
  isLeaving = false
  const [next, ...later] = waiting
  isCatchingUp = later.length > 0
  if (next === undefined) return
  waiting = later
  try {
    await passOn(next, receiver)
  } catch (error) {
    isCatchingUp = false
    throw error
  }
  if (!isLeaving) await runWaiting(receiver)
}

function passOn(next: (typeof waiting)[number], receiver: Receiver): Promise<void> | void {
  if (typeof next === 'string') return receiver.run(next)
  if (isTyped(next)) return receiver.run(next.command, next)
  if ('formKey' in next) return receiver.answer(next.formKey)
  return receiver.press(next)
}

/** The next image does not open: forgets what waited for it. */
export function forgetWaiting(): void {
  waiting = []
  isLeaving = false
  isCatchingUp = false
}
