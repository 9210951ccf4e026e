/** A field's repetitions, their components, and the sub-components of these. */
export type Field = readonly (readonly (readonly string[])[])[]

export interface Segment {
  /** Its three letters: 'PID'. */
  readonly name: string
  readonly fields: readonly Field[]
}

export type Hl7Message = readonly Segment[]

/** The standard's delimiters and escape character (HL7 v2, 2.5.4). */
const usual = { field: '|', component: '^', repetition: '~', escape: '\\', subComponent: '&' }
type Delimiters = typeof usual

const escapes = {
  F: 'field',
  S: 'component',
  R: 'repetition',
  E: 'escape',
  T: 'subComponent',
} as const

/** Parses a message and resolves escape sequences; undefined if the text is no message. */
export function parseMessage(text: string): Hl7Message | undefined {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line !== '')
  const [header = ''] = lines
  if (!header.startsWith('MSH') || header.length < 8) return undefined
  const delimiters = {
    field: header.charAt(3),
    component: header.charAt(4),
    repetition: header.charAt(5),
    escape: header.charAt(6),
    subComponent: header.charAt(7),
  }
  return lines.map((line) => parseSegment(line, delimiters))
}

function parseSegment(line: string, delimiters: Delimiters): Segment {
  const [name = '', ...rest] = line.split(delimiters.field)
  // In the header the delimiter is the first field, and the second holds the others.
  const texts = name === 'MSH' ? rest.slice(1) : rest
  const fields = texts.map((text) => parseField(text, delimiters))
  const own = [[[[delimiters.field]]], [[[rest[0] ?? '']]]]
  return { name, fields: name === 'MSH' ? [...own, ...fields] : fields }
}

function parseField(text: string, delimiters: Delimiters): Field {
  const { repetition, component, subComponent } = delimiters
  return text
    .split(repetition)
    .map((each) =>
      each
        .split(component)
        .map((part) => part.split(subComponent).map((value) => unescape(value, delimiters))),
    )
}

function unescape(text: string, delimiters: Delimiters): string {
  const { escape } = delimiters
  if (!text.includes(escape)) return text
  const [first = '', ...rest] = text.split(escape)
  let resolved = first
  for (let at = 0; at < rest.length; at += 2) {
    resolved += sequence(rest[at] ?? '', delimiters) + (rest[at + 1] ?? '')
  }
  return resolved
}

function sequence(code: string, delimiters: Delimiters): string {
  const delimiter = Object.entries(escapes).find(([letter]) => letter === code)?.[1]
  if (delimiter !== undefined) return delimiters[delimiter]
  const hexadecimal = /^X((?:[\dA-F]{2})+)$/i.exec(code)?.[1] ?? ''
  return (hexadecimal.match(/../g) ?? [])
    .map((pair) => String.fromCharCode(Number.parseInt(pair, 16)))
    .join('')
}

/** The value of a field by its number, of its first repetition; empty if missing. */
export function valueOf(segment: Segment | undefined, field: number, component = 1): string {
  return segment?.fields[field - 1]?.[0]?.[component - 1]?.[0]?.trim() ?? ''
}

/** A whole field by its number; empty if the segment has none. */
export function fieldOf(segment: Segment | undefined, field: number): Field {
  return segment?.fields[field - 1] ?? []
}

/** The first segment of this name. */
export function segmentOf(message: Hl7Message, name: string): Segment | undefined {
  return message.find((segment) => segment.name === name)
}

/** Input for writing a field: a text, its components, or the whole field. */
export type Written = string | readonly string[] | Field

/** A segment: its name and its fields by number; those of the header start at 3. */
export type WrittenSegment = readonly [string, Readonly<Record<number, Written>>]

/** Writes segments; values are escaped. */
export function writeMessage(segments: readonly WrittenSegment[]): string {
  return segments.map((segment) => `${writeSegment(segment)}\r`).join('')
}

function writeSegment([name, fields]: WrittenSegment): string {
  const last = Math.max(...Object.keys(fields).map(Number))
  // The first field of the header is the delimiter itself, and the second the others.
  const own = name === 'MSH' ? [name, '^~\\&'] : [name]
  const first = name === 'MSH' ? 3 : 1
  const written = Array.from({ length: last - first + 1 }, (_, index) =>
    writeField(fields[first + index] ?? ''),
  )
  return [...own, ...written].join('|')
}

function writeField(field: Written): string {
  return wholeField(field).map(writeRepetition).join('~')
}

function wholeField(field: Written): Field {
  if (typeof field === 'string') return [[[field]]]
  return isWhole(field) ? field : [field.map((component) => [component])]
}

function isWhole(field: Exclude<Written, string>): field is Field {
  return typeof field[0] !== 'string'
}

function writeRepetition(components: Field[number]): string {
  const written = components.map((parts) => parts.map(escapeValue).join('&').replace(/&+$/, ''))
  return written.join('^').replace(/\^+$/, '')
}

function escapeValue(value: string): string {
  return value.replaceAll(/[|^~\\&\r\n]/g, (character) => {
    const letter = Object.entries(escapes).find(([, name]) => usual[name] === character)?.[0]
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')
    return `\\${letter ?? `X${code}`}\\`
  })
}

/** A moment as HL7 writes it, in UTC: 20260131090000+0000. */
export function timeText(at: Date): string {
  return `${at.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}+0000`
}

/** YYYY-MM-DD of a date or time in HL7's form; empty if invalid. */
export function dayOf(text: string): string {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(text) ?? []
  return year === undefined ? '' : `${year}-${month}-${day}`
}
