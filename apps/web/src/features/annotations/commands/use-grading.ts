import { keyOf } from '../../../ui/keys.ts'
import { useStoredSwitch } from '../../../ui/use-stored.ts'

/** Whether the fields of images are answered by keys, which stays so from image to image. */
export function useGrading(): [boolean, (isGrading: boolean) => void] {
  return useStoredSwitch('grading by keys')
}

/** A key that answers a field of the form or all of them, or goes on to the next one; null for others. */
export function formKeyOf(event: KeyboardEvent): string | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const key = keyOf(event) ?? ''
  return /^(?:\d|-|\.|Enter|Backspace)$/u.test(key) ? key : null
}

const again = new WeakSet<Event>()

/** Whether the key waited and was pressed by `pressAgain`. */
export function isPressedAgain(event: KeyboardEvent): boolean {
  return again.has(event)
}

/** Presses a key that waited in the control that has the focus, and resolves when that is done. */
export async function pressAgain(key: string): Promise<void> {
  const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
  again.add(press)
  document.activeElement?.dispatchEvent(press)
  // React renders what follows from it before the next task.
  await new Promise((done) => {
    setTimeout(done)
  })
}
