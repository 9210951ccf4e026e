import type { Localised } from '../results/description.ts'
import { type Catalogue, catalogue } from './catalogue.ts'

/** Which text of the catalogue: 'datasets.exists'. */
export type MessageKey = {
  [Area in keyof Catalogue]: `${Area}.${keyof Catalogue[Area] & string}`
}[keyof Catalogue]

/**
 * A user-facing message: a text of the catalogue and its parameters. It is stored in this form,
 * sent in English beside its key, and shown in the reader's own language.
 */
export interface Message {
  readonly key: MessageKey
  readonly params: MessageParams
}

/** What a placeholder stands for; a name that people gave in each language is localised. */
type MessageParam = string | number | Localised
/** Several messages in the place of one follow each other. */
type MessageParams = Readonly<Record<string, MessageParam | Message | readonly Message[]>>

type TextOf<Key> = {
  [Area in keyof Catalogue]: Key extends `${Area}.${infer Name}`
    ? Catalogue[Area][Name & keyof Catalogue[Area]]
    : never
}[keyof Catalogue]

/** The names between double braces in a text. */
export type Placeholders<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** Parameters of a message; `why` is a message itself, and `detail` may be one or several. */
type ParamsOf<Key> = {
  readonly [Name in Placeholders<TextOf<Key>>]: Name extends 'why'
    ? Message
    : Name extends 'detail'
      ? MessageParam | Message | readonly Message[]
      : MessageParam
}

/** A message of the catalogue; it does not compile without all that its text names. */
export function message<Key extends MessageKey>(
  key: Key,
  ...[params]: [Placeholders<TextOf<Key>>] extends [never] ? [] : [ParamsOf<Key>]
): Message {
  return { key, params: params ?? {} }
}

/** The text with its placeholders filled in; `write` puts a message among them into words. */
function fill(text: string, params: MessageParams, write: (message: Message) => string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const value = params[name]
    if (typeof value !== 'object') return String(value ?? placeholder)
    if ('en' in value) return value.en
    return 'key' in value ? write(value) : value.map(write).join(' ')
  })
}

// Pure, so that the web app, which writes no English text of the server itself, leaves the catalogue out.
const texts = /* @__PURE__ */ textsByKey()

function textsByKey(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(catalogue).flatMap(([area, entries]) =>
      Object.entries(entries).map(([name, text]) => [`${area}.${name}`, text] as const),
    ),
  )
}

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

/** The English text of a message, for programs. */
export function english(told: Message): string {
  return fill(texts.get(told.key) ?? told.key, told.params, english)
}

/** A message as an answer of the server carries it. */
export function tell(told: Message): { message: string } & Message {
  return { message: english(told), ...told }
}
