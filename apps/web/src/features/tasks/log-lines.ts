export type LogLevel = 'error' | 'warning' | 'plain'

/** What a log line is about, by its mark. */
function levelOf(line: string): LogLevel {
  if (line.includes('[ERROR]')) return 'error'
  return line.includes('[WARNING]') ? 'warning' : 'plain'
}

/** The lines of one level, or all of them, newest first. */
export function shownLines(
  lines: readonly string[],
  only: LogLevel | null,
): { line: string; level: LogLevel; number: number }[] {
  return lines
    .map((line, number) => ({ line, level: levelOf(line), number }))
    .filter(({ level }) => only === null || level === only)
    .toReversed()
}

/** A line with its text in the reader's language, which `translate` finds; its marks stay. */
export function shownLine(line: string, translate: (text: string) => string): string {
  const [marks = ''] = /^(\[[^\]]*\] ?)*/.exec(line) ?? []
  return marks + translate(line.slice(marks.length))
}
