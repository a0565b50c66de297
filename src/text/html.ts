/** Text that is HTML already; everything else is escaped when it goes into HTML. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Content = Html | string | number | null | readonly Content[]

/** A template of HTML: texts and numbers are escaped, pieces of HTML and lists of them go in as they are. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  return new Html(strings.reduce((text, string, index) => text + asHtml(values[index - 1] ?? null) + string))
}

function asHtml(value: Content): string {
  if (value instanceof Html) return value.text
  if (value === null) return ''
  if (typeof value === 'object') return value.map(asHtml).join('')
  return String(value).replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)
}
