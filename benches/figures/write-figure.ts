/** A chart of the report as a picture of its own, for pages that are no report. */
import { writeFile } from 'node:fs/promises'
import { styles } from '../../src/report/styles.ts'
import type { Html } from '../../src/text/html.ts'

/** @param drawing one `svg`, as `plot` makes it. */
export const writeFigure = (file: string, drawing: Html): Promise<void> =>
  writeFile(
    file,
    drawing.text
      .replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"')
      .replace('>', `><style>${figureStyles()}</style>`),
  )

/** Those rules of the pages that a drawing needs, on its own paper. */
function figureStyles(): string {
  const rules = styles.split('\n')
  const colour = rules.filter(rule => rule.startsWith('.c1 ') || rule.startsWith('.ca') || rule.startsWith('svg '))
  const themes = styles.slice(0, styles.indexOf('* { box-sizing'))
  const paper = 'svg { background: var(--card); font-family: system-ui, sans-serif }'
  /* After the rules of the pages, which leave more room for names. */
  const names = 'svg .label text { font-size: 11px }'
  return [themes, paper, ...colour, names].join('\n').replaceAll('&', '&amp;')
}
