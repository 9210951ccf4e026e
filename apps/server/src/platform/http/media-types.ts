export interface MediaType {
  /** In lower case. */
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
}

/** A media type with its parameters by lower-case name (RFC 9110 section 8.3.1). */
export function parseMediaType(text: string): MediaType {
  const [type = '', ...parameters] = split(text, ';')
  return {
    type: type.trim().toLowerCase(),
    parameters: new Map(
      parameters.map((parameter) => {
        const [name = '', ...value] = parameter.split('=')
        return [name.trim().toLowerCase(), unquoted(value.join('=').trim())]
      }),
    ),
  }
}

/** The media types of an Accept header, best first; any type if it is empty. */
export function parseAccept(header: string | undefined): readonly MediaType[] {
  const ranges = split(header ?? '', ',')
    .map(parseMediaType)
    .filter(({ type }) => type !== '')
  if (ranges.length === 0) return [parseMediaType('*/*')]
  return ranges
    .filter((range) => qualityOf(range) > 0)
    .toSorted((a, b) => qualityOf(b) - qualityOf(a))
}

function qualityOf({ parameters }: MediaType): number {
  const quality = Number(parameters.get('q') ?? 1)
  return Number.isFinite(quality) ? quality : 1
}

/** Whether a range such as `image/*` includes the type. */
export function covers(range: MediaType, type: string): boolean {
  const [family = '', kind] = range.type.split('/')
  return (
    range.type === '*/*' || (kind === '*' ? type.startsWith(`${family}/`) : range.type === type)
  )
}

/** Splits a text at a character, except within quotation marks. */
function split(text: string, sign: ',' | ';'): string[] {
  const parts: string[] = ['']
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    if (character === sign && !isQuoted) parts.push('')
    else parts.push((parts.pop() ?? '') + character)
  }
  return parts
}

function unquoted(value: string): string {
  return /^".*"$/.test(value) ? value.slice(1, -1) : value
}
