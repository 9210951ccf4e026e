import { type CommandName, lastsWhileHeld } from './commands.ts'

/**
 * Commands whose keys are pressed while one image is left and the next one loads. They are run on the next
 * one, so that twelve presses of one key go on by twelve images.
 */
let waiting: CommandName[] = []
let isLeaving = false

/** The image is being left: commands are for the next one. */
export function startLeaving(): void {
  isLeaving = true
}

/** Keeps a command for the next image, if this one is being left. */
export function waitsForNext(name: CommandName): boolean {
  if (isLeaving) keepForNext(name)
  return isLeaving
}

/** A command that lasts while its key is held down has ended when the next image opens. */
export function keepForNext(name: CommandName): void {
  if (!lastsWhileHeld(name)) waiting.push(name)
}

/** An image is open: runs what waited for it, until that leaves it again. */
export function runWaiting(run: (name: CommandName) => void): void {
  isLeaving = false
  const [next, ...later] = waiting
  if (next === undefined) return
  waiting = later
  run(next)
  if (!isLeaving) runWaiting(run)
}

/** The next image does not open: forgets what waited for it. */
export function forgetWaiting(): void {
  waiting = []
  isLeaving = false
}
