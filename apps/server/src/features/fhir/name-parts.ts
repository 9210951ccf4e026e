import { parsePersonName } from '#dicom/person-name'
import type { NameParts } from '#fhir/description'

const hangul = /\p{Script=Hangul}/u
const ideograms = /\p{Script=Han}/u

/**
 * The parts of a DICOM person name (PS3.5 section 6.2.1), in each of its writings, that of the
 * language first. Empty if the name has no parts.
 */
export function nameParts(text: string, language: 'en' | 'ko'): NameParts[] {
  const name = parsePersonName(text)
  if (name === undefined) return []
  const groups = [name.alphabetic, name.ideographic, name.phonetic].filter((group) => group !== '')
  if (groups.some((group) => !group.includes('^'))) return []
  const names = groups.map(partsOf)
  const first = language === 'ko' ? 'SYL' : 'ABC'
  return names.toSorted((a, b) => Number(b.writing === first) - Number(a.writing === first))
}

function partsOf(group: string): NameParts {
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = group
    .split('^')
    .map((part) => part.trim())
  const writing = hangul.test(group) ? 'SYL' : ideograms.test(group) ? 'IDE' : 'ABC'
  return { writing, family, given: [given, middle].filter((part) => part !== ''), prefix, suffix }
}
