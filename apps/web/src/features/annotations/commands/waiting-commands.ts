import type { KeyInput } from '#annotation/tool'

import { type CommandName, lastsWhileHeld } from './commands.ts'

/**
 * Commands and keys of tools that are pressed while one image is left and the next one loads. They are
 * for the next one, so that twelve presses of one key go on by twelve images.
 */
let waiting: (CommandName | KeyInput)[] = []
let isLeaving = false

/** Takes what waited for an image. */
interface Receiver {
  readonly run: (name: CommandName) => void
  /** Takes a key that belongs to no command. */
  readonly press: (key: KeyInput) => void
}

/** The image is being left: commands are for the next one. */
export function startLeaving(): void {
  isLeaving = true
}

/** Keeps what was pressed for the next image, if this one is being left. */
export function waitsForNext(pressed: CommandName | KeyInput): boolean {
  if (isLeaving) keepForNext(pressed)
  return isLeaving
}

/** A command that lasts while its key is held down has ended when the next image opens. */
export function keepForNext(pressed: CommandName | KeyInput): void {
  if (typeof pressed !== 'string' || !lastsWhileHeld(pressed)) waiting.push(pressed)
}

/** An image is open: passes on what waited for it, until that leaves it again. */
export function runWaiting(receiver: Receiver): void {
  isLeaving = false
  const [next, ...later] = waiting
  if (next === undefined) return
  waiting = later
  if (typeof next === 'string') receiver.run(next)
  else receiver.press(next)
  if (!isLeaving) runWaiting(receiver)
}

/** The next image does not open: forgets what waited for it. */
export function forgetWaiting(): void {
  waiting = []
  isLeaving = false
}
