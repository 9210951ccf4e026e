/** A key with its modifiers, as 'Mod+Alt+Shift+z': Mod is ctrl, or the command key of a Mac. */
export type Keys = string

export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  getModifierState?(key: string): boolean
}

const named =
  /^(?:Arrow(?:Up|Down|Left|Right)|F\d{1,2}|Backspace|Delete|Insert|Home|End|PageUp|PageDown|Escape|Enter|Tab|Space)$/
const printable = /^[\x21-\x7e]$/
const letter = /^[a-z]$/
const punctuation = /^[\x21-\x2f\x3a-\x40\x5b-\x60\x7b-\x7e]$/

/** Signs printed on keys without a letter or digit, alone and with shift. */
const signsOn: Readonly<Record<string, string>> = {
  Backquote: '`~',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: '\'"',
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
}

/**
 * The character printed on a key, for presses that an input method, such as the Korean one, has consumed.
 */
function printedOn({ code, shiftKey }: KeyPress): string | null {
  if (named.test(code)) return code
  const sign = signsOn[code]?.[shiftKey ? 1 : 0]
  return /^(?:Key|Digit)([A-Z0-9])$/.exec(code)?.[1]?.toLowerCase() ?? sign ?? null
}

/** Whether a sign is typed with AltGr, which Windows reports as ctrl and alt, or with the option key. */
function isTypedByAltGr(press: KeyPress): boolean {
  const { key, code, ctrlKey, altKey } = press
  if (!punctuation.test(key)) return false
  if (press.getModifierState?.('AltGraph') === true) return true
  return altKey && !ctrlKey && code.startsWith('Digit')
}

/** The digit of a key that types it with shift only, as on French keyboards; not of the minus sign, which zooms. */
function digitBelow(press: KeyPress): string | null {
  const { key, code, shiftKey, altKey } = press
  if (shiftKey || altKey || key === '-' || !punctuation.test(key)) return null
  if (isTypedByAltGr(press)) return null
  return /^Digit([1-9])$/.exec(code)?.[1] ?? null
}

/** The key of a press without modifiers; null if only modifiers, or keys without meaning here, are down. */
export function keyOf(press: KeyPress): string | null {
  const { key } = press
  if (key === ' ') return 'Space'
  if (named.test(key)) return key
  if (!printable.test(key)) return printedOn(press)
  return digitBelow(press) ?? key.toLowerCase()
}

/** The keys of a press; null if only modifiers, or keys without meaning here, are down. */
export function keysOf(press: KeyPress): Keys | null {
  const key = keyOf(press)
  if (key === null) return null
  const isSign = key.length === 1 && !letter.test(key)
  const isByAltGr = isTypedByAltGr(press)
  const modifiers = [
    press.metaKey || (press.ctrlKey && !isByAltGr) ? 'Mod' : null,
    press.altKey && !isByAltGr ? 'Alt' : null,
    // Shift is part of typing a sign, but not on every keyboard layout.
    press.shiftKey && !isSign ? 'Shift' : null,
  ]
  return [...modifiers.filter((modifier) => modifier !== null), key].join('+')
}

/** Whether `keysOf` can return this text. */
export function areKeys(text: string): boolean {
  const key = text.replace(/^(?:Mod\+)?(?:Alt\+)?(?:Shift\+)?/, '')
  return named.test(key) || (printable.test(key) && key === key.toLowerCase())
}

/** Reserved for the page and the browser: moving the focus, dialogs, windows and tabs. */
const takenElsewhere: ReadonlySet<Keys> = new Set(
  'Tab Shift+Tab Enter Escape Alt+F4 F5 F11 F12 Mod+n Mod+t Mod+w Mod+q Mod+Shift+n Mod+Shift+t Mod+Shift+w'.split(
    ' ',
  ),
)

/** Whether a command may have these keys. */
export function areFree(keys: Keys): boolean {
  return !takenElsewhere.has(keys)
}

const signs: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

/** Names of keys without a sign, by their key names in lower case. */
export type KeyNames = { readonly mod: string } & Readonly<Record<string, string>>

/** Keys in their displayed form. */
export function keysText(keys: Keys, names: KeyNames): string {
  const [, modifiers = '', key = ''] = /^((?:\w+\+)*)(.+)$/.exec(keys) ?? []
  return [...modifiers.split('+').filter((part) => part !== ''), key]
    .map((part) => signs[part] ?? names[part.toLowerCase()] ?? textOf(part))
    .join('+')
}

function textOf(part: string): string {
  return part.length === 1 ? part.toUpperCase() : part
}
