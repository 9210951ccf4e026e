/** Somebody who can be mentioned. */
export interface Person {
  readonly username: string
  readonly name: string
}

/** A mention that is being typed: where its '@' is, and what follows up to the caret. */
export interface Mentioning {
  readonly start: number
  readonly sought: string
}

/** The mention before the caret; null if none is being typed there. */
export function mentioningAt(text: string, caret: number): Mentioning | null {
  const match = /(?:^|[^\w.@-])@([\w.-]*)$/.exec(text.slice(0, caret))
  if (match === null) return null
  const [, sought = ''] = match
  return { start: caret - sought.length - 1, sought }
}

const most = 6

/** People whose username or name begins with what is sought, or any part of their name does. */
export function peopleMatching<P extends Person>(people: readonly P[], sought: string): P[] {
  const wanted = sought.toLowerCase()
  const fits = ({ username, name }: Person) =>
    [username, name, ...name.split(/\s+/)].some((part) => part.toLowerCase().startsWith(wanted))
  return people.filter(fits).slice(0, most)
}

/** The text with the mention completed, and where the caret is then. */
export function withMention(
  text: string,
  { start, sought }: Mentioning,
  username: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, start)}@${username} `
  const after = text.slice(start + 1 + sought.length).replace(/^ /, '')
  return { text: before + after, caret: before.length }
}

interface Piece {
  /** Where it begins in the text. */
  readonly at: number
  readonly text: string
  readonly isMention: boolean
}

/** A text in pieces: mentions of these people, and what is between them. */
export function piecesOf(text: string, usernames: readonly string[]): Piece[] {
  if (usernames.length === 0) return [{ at: 0, text, isMention: false }]
  const longestFirst = usernames.toSorted((a, b) => b.length - a.length)
  const names = longestFirst.map((name) => name.replaceAll(/[.-]/g, String.raw`\$&`)).join('|')
  const mention = new RegExp(String.raw`(?<![\w.@-])@(?:${names})(?![\w-])`, 'gi')
  const pieces: Piece[] = []
  let at = 0
  for (const { index, 0: found } of text.matchAll(mention)) {
    pieces.push({ at, text: text.slice(at, index), isMention: false })
    pieces.push({ at: index, text: found, isMention: true })
    at = index + found.length
  }
  return [...pieces, { at, text: text.slice(at), isMention: false }]
}
