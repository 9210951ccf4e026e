const wide = /[\p{Script=Hangul}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The approximate width of a text in Latin letters; a letter of an East Asian script takes two. */
export function textWidth(text: string): number {
  return Array.from(text).reduce((sum, letter) => sum + letterWidth(letter), 0)
}

/** Cuts the text before the longest end that is at most as wide as this many Latin letters. */
export function splitBeforeEnd(text: string, width: number): readonly [string, string] {
  const letters = Array.from(text)
  let start = letters.length
  let taken = 0
  while (start > 0 && taken + letterWidth(letters[start - 1] ?? '') <= width) {
    start -= 1
    taken += letterWidth(letters[start] ?? '')
  }
  return [letters.slice(0, start).join(''), letters.slice(start).join('')]
}

function letterWidth(letter: string): number {
  return wide.test(letter) ? 2 : 1
}
