/** Breaks a line between words, and within a word only if the word alone is too wide. */
export function brokenLines(
  line: string,
  longest: number,
  widthOf: (line: string) => number,
): readonly string[] {
  const broken: string[] = []
  let current = ''
  for (const word of line.split(' ').flatMap((each) => partsOf(each, longest, widthOf))) {
    const longer = current === '' ? word : `${current} ${word}`
    if (current !== '' && widthOf(longer) > longest) {
      broken.push(current)
      current = word
    } else current = longer
  }
  return [...broken, current]
}

/** Splits a word into parts that fit. */
function partsOf(word: string, longest: number, widthOf: (line: string) => number): string[] {
  if (widthOf(word) <= longest) return [word]
  const parts: string[] = []
  let part = ''
  for (const { segment } of new Intl.Segmenter().segment(word)) {
    if (part !== '' && widthOf(part + segment) > longest) {
      parts.push(part)
      part = ''
    }
    part += segment
  }
  return [...parts, part]
}
