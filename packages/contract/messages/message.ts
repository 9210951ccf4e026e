import { type Catalogue, catalogue } from './catalogue.ts'

/** Which text of the catalogue: 'datasets.exists'. */
export type MessageKey = {
  [Area in keyof Catalogue]: `${Area}.${keyof Catalogue[Area] & string}`
}[keyof Catalogue]

/**
 * Something that a person is told: a text of the catalogue and what to fill in. It is kept and sent
 * in English beside its key, and read in the reader's own language.
 */
export interface Message {
  readonly key: MessageKey
  readonly params: MessageParams
}

type MessageParams = Readonly<Record<string, string | number | Message>>

type TextOf<Key> = {
  [Area in keyof Catalogue]: Key extends `${Area}.${infer Name}`
    ? Catalogue[Area][Name & keyof Catalogue[Area]]
    : never
}[keyof Catalogue]

/** The names between double braces in a text. */
export type Placeholders<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** What a message needs; `why` is a message itself, and `detail` may be one. */
type ParamsOf<Key> = {
  readonly [Name in Placeholders<TextOf<Key>>]: Name extends 'why'
    ? Message
    : Name extends 'detail'
      ? string | number | Message
      : string | number
}

/** A message of the catalogue; it does not compile without all that its text names. */
export function message<Key extends MessageKey>(
  key: Key,
  ...[params]: [Placeholders<TextOf<Key>>] extends [never] ? [] : [ParamsOf<Key>]
): Message {
  return { key, params: params ?? {} }
}

/** The text with its placeholders filled in; `write` puts a message among them into words. */
export function fill(
  text: string,
  params: MessageParams,
  write: (message: Message) => string,
): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const value = params[name]
    return typeof value === 'object' ? write(value) : String(value ?? placeholder)
  })
}

const texts: ReadonlyMap<string, string> = new Map(
  Object.entries(catalogue).flatMap(([area, entries]) =>
    Object.entries(entries).map(([name, text]) => [`${area}.${name}`, text] as const),
  ),
)

export function isMessageKey(key: string): key is MessageKey {
  return texts.has(key)
}

/** Whether a value is a message, of a text that this version knows. */
export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null || !('key' in value && 'params' in value)) {
    return false
  }
  return typeof value.key === 'string' && isMessageKey(value.key)
}

/** The message in English, as it is kept in the database and answered to programs. */
export function english(told: Message): string {
  return fill(texts.get(told.key) ?? told.key, told.params, english)
}

/** A message as an answer of the server carries it. */
export function tell(told: Message): { message: string } & Message {
  return { message: english(told), ...told }
}

interface Pattern {
  readonly key: MessageKey
  readonly names: readonly string[]
  readonly expression: RegExp
  /** Letters that are the text's own: of two texts that fit, the one with more of them is meant. */
  readonly weight: number
  /** Whether it has no word of its own, so that nearly every text has its form. */
  readonly isBare: boolean
}

const patterns: readonly Pattern[] = [...texts.keys()]
  .filter(isMessageKey)
  .map((key) => patternOf(key, texts.get(key) ?? ''))
  .toSorted((a, b) => b.weight - a.weight)

function patternOf(key: MessageKey, text: string): Pattern {
  const pieces = text.split(/\{\{(\w+)\}\}/)
  const own = pieces.filter((_, index) => index % 2 === 0)
  return {
    key,
    names: pieces.filter((_, index) => index % 2 === 1),
    expression: new RegExp(`^${own.map((piece) => escaped(piece)).join('([^]*?)')}$`),
    weight: own.join('').length,
    isBare: !/\p{L}/u.test(own.join('')),
  }
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}

/** The message that an English text was written from; undefined for any other text. */
export function recognise(text: string): Message | undefined {
  for (const { key, names, expression, isBare } of patterns) {
    const found = expression.exec(text)
    if (found === null) continue
    const params = names.map((name, index) => {
      const value = found[index + 1] ?? ''
      const isNested = name === 'why' || name === 'detail'
      return [name, isNested ? (recognise(value) ?? value) : value] as const
    })
    if (isBare && params.every(([, value]) => typeof value === 'string')) continue
    return { key, params: Object.fromEntries(params) }
  }
  return undefined
}
