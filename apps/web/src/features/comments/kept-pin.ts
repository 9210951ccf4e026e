import { NewPin } from '#contract/comments'

/** What the comment is about that this browser keeps for an image; null if that is unknown. */
export function keptPin(key: string): NewPin | null {
  const stored = localStorage.getItem(`${key} pin`)
  return stored === null ? null : (NewPin.safeParse(JSON.parse(stored)).data ?? null)
}

export function keepPin(key: string, pin: NewPin): void {
  localStorage.setItem(`${key} pin`, JSON.stringify(pin))
}

export function forgetPin(key: string): void {
  localStorage.removeItem(`${key} pin`)
}
