/** An element of the DICOM JSON Model (PS3.18 F.2.2): values, or bytes here or elsewhere. */
export interface JsonElement {
  readonly vr: string
  readonly Value?: readonly (string | number | null | JsonPersonName | JsonDataSet)[]
  readonly InlineBinary?: string
  readonly BulkDataURI?: string
}

/** Elements by their tags, in the order of the tags. */
export interface JsonDataSet {
  readonly [tag: string]: JsonElement
}

/** The groups of a person name that are there (PS3.18 F.2.2.2). */
interface JsonPersonName {
  readonly Alphabetic?: string
  readonly Ideographic?: string
  readonly Phonetic?: string
}

const groups = ['Alphabetic', 'Ideographic', 'Phonetic'] as const
const numeric = new Set(['DS', 'FD', 'FL', 'IS', 'SL', 'SS', 'UL', 'US'])
const wholeTexts = new Set(['LT', 'ST', 'UR', 'UT'])

/** The values of a text separated by `\`, in the JSON type of the representation; [] if empty. */
export function textValues(vr: string, text: string): NonNullable<JsonElement['Value']> {
  if (wholeTexts.has(vr)) {
    const whole = text.replace(/[\0 ]+$/, '')
    return whole === '' ? [] : [whole]
  }
  const values = text.split('\\').map((value) => value.replaceAll('\0', '').trim())
  if (values.every((value) => value === '')) return []
  return values.map((value) => (value === '' ? null : valueOf(vr, value)))
}

function valueOf(vr: string, value: string): string | number | JsonPersonName {
  if (vr === 'PN') return personName(value)
  if (!numeric.has(vr)) return value
  const number = Number(value)
  return Number.isFinite(number) ? number : value
}

function personName(value: string): JsonPersonName {
  const parts = value.split('=').map((part) => part.trim())
  return Object.fromEntries(
    groups.flatMap((group, index) => (parts[index] ? [[group, parts[index]]] : [])),
  )
}

/** The element of a text; without values if it is empty. */
export function textElement(vr: string, text: string): JsonElement {
  const Value = textValues(vr, text)
  return Value.length === 0 ? { vr } : { vr, Value }
}
