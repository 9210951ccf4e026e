/** Breaks a line after words, or within a word that is too wide by itself. */
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

/** A word, in parts that are not too wide. */
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
