/** Keys as 'Mod+Shift+z': Mod is ctrl, or the command key of a Mac. */
export type Keys = string

export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

/** The letter on the key even where an input method, as the Korean one, makes another of it. */
function keyOf({ key, code }: KeyPress): string {
  if (key === ' ') return 'Space'
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  const isLatin = /^[\x20-\x7e]$/.test(key)
  return letter !== undefined && !isLatin ? letter.toLowerCase() : key
}

/** Whether a key press is the one that is meant. */
export function matches(keys: Keys, press: KeyPress): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  const isLetter = /^[a-z]$/.test(key)
  const pressed = isLetter ? keyOf(press).toLowerCase() : keyOf(press)
  return (
    pressed === key &&
    parts.includes('Mod') === (press.ctrlKey || press.metaKey) &&
    (!isLetter || parts.includes('Shift') === press.shiftKey) &&
    !press.altKey
  )
}

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** Keys as they are shown to people; `names` has the words for keys that have no sign. */
export function keysText(
  keys: Keys,
  names: { readonly mod: string } & Readonly<Record<string, string>>,
): string {
  return keys
    .split('+')
    .map((part) => {
      if (part === 'Mod') return names.mod
      return signs[part] ?? names[part.toLowerCase()] ?? part.toUpperCase()
    })
    .join('+')
}
