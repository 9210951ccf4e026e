/** The texts of each key, in every wording that was ever stored. */
export type StoredTexts = Readonly<Record<string, readonly string[]>>

interface StoredMessage {
  readonly key: string
  readonly params: Readonly<Record<string, string | StoredMessage>>
}

/** The message that a sentence was written from; undefined for any other sentence. */
export type ReadSentence = (sentence: string) => StoredMessage | undefined

interface Pattern {
  readonly key: string
  readonly names: readonly string[]
  readonly expression: RegExp
  /**
   * Number of characters outside placeholders: if two texts match, the one with more of them wins.
   */
  readonly weight: number
  /** Whether it has no word of its own, so that it matches nearly every sentence. */
  readonly isBare: boolean
}

/** Creates a reader that maps sentences back to the texts they may have been written from. */
export function sentenceReader(texts: StoredTexts): ReadSentence {
  const patterns = Object.entries(texts)
    .flatMap(([key, wordings]) => wordings.map((wording) => patternOf(key, wording)))
    .toSorted((a, b) => b.weight - a.weight)
  const read: ReadSentence = (sentence) => {
    for (const pattern of patterns) {
      const found = pattern.expression.exec(sentence)
      const message = found === null ? undefined : messageOf(pattern, found.slice(1))
      if (message !== undefined) return message
    }
    return undefined
  }
  const messageOf = ({ key, names, isBare }: Pattern, values: readonly string[]) => {
    const params = names.map((name, index): [string, string | StoredMessage] => {
      const value = values[index] ?? ''
      const isNested = name === 'why' || name === 'detail'
      return [name, (isNested ? read(value) : undefined) ?? value]
    })
    if (isBare && params.every(([, value]) => typeof value === 'string')) return undefined
    return { key, params: Object.fromEntries(params) }
  }
  return read
}

function patternOf(key: string, text: string): Pattern {
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
