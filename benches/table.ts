/** Rows of a Markdown table; the first column is text, the others numbers. */
export function header(titles: readonly string[]): string {
  return `${cells(titles)}\n|${titles.map((_, index) => (index === 0 ? ' --- |' : ' ---: |')).join('')}`
}

export function cells(values: readonly (string | number)[]): string {
  return `| ${values.join(' | ')} |`
}

/** To three figures; a dash of what was not measured. */
export function milliseconds(ms: number | null): string {
  return ms === null ? '–' : Number(ms.toPrecision(3)).toString()
}

export function times(ratio: number | null): string {
  return ratio === null ? '–' : `${ratio.toFixed(2)} ×`
}

/** How many of `count` things done in so many milliseconds a second holds. */
export function perSecond(count: number, ms: number | null): string {
  return ms === null ? '–' : Math.round((1000 * count) / ms).toLocaleString('en')
}
