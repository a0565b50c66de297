/**
 * A text as a field of CSV by RFC 4180. Spreadsheets take for formulas what begins with `=`, `+`, `-`, `@`, a tab or a line end: such a text begins
 * with `'`, by which they show it as it is (OWASP, CSV injection). One that begins so already gets another `'`, so that removing one gives
 * the text back.
 *
 * @param raw whether the text stays as it is.
 */
export function csvField(text: string, raw = false): string {
  const guarded = raw || !/^'*[=+\-@\t\r\n＝＋－＠]/u.test(text) ? text : `'${text}`
  /* Spreadsheets of some countries part fields at other signs. */
  return text === '' || /[",;\t\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}
