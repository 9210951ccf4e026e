/**
 * The up to three groups of a person name (PS3.5 6.2.1.2), components still parted by `^`, as in
 * 'Hong^Gildong=洪^吉洞=홍^길동'. An absent group is ''.
 */
export interface PersonName {
  readonly alphabetic: string
  readonly ideographic: string
  readonly phonetic: string
}

const hangul = /[\uAC00-\uD7A3]/
const eastAsian = /[\u3040-\u30FF\u3400-\u9FFF\uAC00-\uD7A3]/

/** The groups of the first value of a person name; undefined if empty. */
export function parsePersonName(text: string): PersonName | undefined {
  const [value = ''] = text.split('\\')
  const [alphabetic = '', ideographic = '', phonetic = ''] = value
    .split('=')
    .map((group) => group.trim().replace(/\^+$/, ''))
  return alphabetic || ideographic || phonetic ? { alphabetic, ideographic, phonetic } : undefined
}

/** The name for display: in Korean the group in Hangul, else the first non-empty group. */
export function displayName(name: PersonName, language: 'en' | 'ko'): string {
  const groups = [name.alphabetic, name.ideographic, name.phonetic]
  const korean = groups.findLast((group) => hangul.test(group))
  const chosen = (language === 'ko' ? korean : undefined) ?? groups.find((group) => group !== '')
  const parts = (chosen ?? '').split('^').filter((part) => part !== '')
  return parts.join(parts.every((part) => eastAsian.test(part)) ? '' : ' ')
}

/**
 * A name as people write it. One that a person has entered may have DICOM's components
 * ('Hong^Gildong'), which messages to other systems pass on.
 */
export function shownName(text: string): string {
  const name = text.includes('^') ? parsePersonName(text) : undefined
  return name === undefined ? text : displayName(name, 'en')
}
