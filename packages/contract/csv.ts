/** Characters that make a spreadsheet read a formula, their full-width forms, and the guard itself. */
const formula = /^\s*[=+\-@|%'\t\r＝＋－＠]/u

/**
 * One line of CSV (RFC 4180): every field quoted, composed characters, CRLF. A field that a
 * spreadsheet would run as a formula gets an apostrophe in front.
 */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(quote).join(',')}\r\n`
}

/** Tells spreadsheets that the text is UTF-8. */
export const byteOrderMark = '\uFEFF'

function quote(field: string): string {
  const text = field.normalize('NFC')
  const guarded = formula.test(text) ? `'${text}` : text
  return `"${guarded.replaceAll('"', '""')}"`
}
