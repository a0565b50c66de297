/** Columns of text, for a terminal of fixed-width letters. */
import { stripVTControlCharacters } from 'node:util'

export interface Column {
  readonly title: string
  readonly align: 'left' | 'right'
  /** A longer title or cell is broken over several lines at spaces; unlimited if left out. */
  readonly width?: number
}

export const left = (title: string): Column => ({ title, align: 'left' })

/** As numbers are. */
export const right = (title: string): Column => ({ title, align: 'right' })

/**
 * @param rows [R][C]; a line break in a cell starts a new line of that cell.
 * @returns the title line, a rule, and the rows.
 */
export function textTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const cells = [columns.map(({ title }) => title), ...rows].map(row =>
    columns.map(({ width }, index) => broken(row[index] ?? '', width ?? Infinity)),
  )
  const widths = columns.map((_, index) =>
    cells.flatMap(row => row[index] ?? []).reduce((widest, line) => Math.max(widest, widthOf(line)), 0),
  )
  const line = (parts: readonly string[]) =>
    parts
      .map((part, index) => pad(part, widths[index] ?? 0, columns[index]?.align ?? 'left'))
      .join('  ')
      .trimEnd()
  const [head = [], ...body] = cells.map(row => {
    const height = Math.max(1, ...row.map(lines => lines.length))
    return Array.from({ length: height }, (_, at) => line(row.map(lines => lines[at] ?? '')))
  })
  const rule = widths.map(width => '─'.repeat(width)).join('  ')
  return [...head, rule, ...body.flat()].join('\n')
}

/** Letters that are seen: colours have no width. */
const widthOf = (line: string): number => [...stripVTControlCharacters(line)].length

function pad(text: string, width: number, align: Column['align']): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)))
  return align === 'right' ? space + text : text + space
}

/** Lines of at most `width` letters, broken at spaces; a longer word stays whole. */
function broken(text: string, width: number): string[] {
  return text.split('\n').flatMap(paragraph => {
    const lines: string[] = []
    const [first = '', ...words] = paragraph.split(' ')
    let line = first
    for (const word of words) {
      if (line.length + 1 + word.length > width && line.trim() !== '') {
        lines.push(line)
        line = word
      } else line = `${line} ${word}`
    }
    return [...lines, line]
  })
}
