/** Lines of letters of one width. */

/** A text in a line: control characters of terminals and of text direction become spaces. */
export const plainText = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')

const lettersOf = (text: string): readonly string[] => [...text]
const widthOf = (text: string): number => lettersOf(text).length

/** Pieces side by side, with spaces between them, in lines of at most `width` letters; a longer piece is broken. */
export function flowed(pieces: readonly string[], width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of pieces.flatMap(each => broken(each, width))) {
    const longer = line === '' ? piece : `${line}  ${piece}`
    if (line !== '' && widthOf(longer) > width) {
      lines.push(line)
      line = piece
    } else line = longer
  }
  return line === '' ? lines : [...lines, line]
}

/** At spaces where there are some. */
function broken(piece: string, width: number): readonly string[] {
  const [letters, parts]: [readonly string[], string[]] = [lettersOf(piece), []]
  let from = 0
  while (letters.length - from > width) {
    const line = letters.slice(from, from + width + 1)
    const space = line.lastIndexOf(' ')
    const at = space > 0 ? space : width
    parts.push(line.slice(0, at).join(''))
    from += space > 0 ? at + 1 : at
  }
  return [...parts, letters.slice(from).join('')]
}

/** Lines in a box of a width, its title in the upper edge. */
export function boxed(title: string, lines: readonly string[], width: number): readonly string[] {
  const inner = width - 4
  const [shown = ''] = flowed([title], inner - 2)
  const upper = shown === '' ? '' : ` ${shown} `
  return [
    `┌─${upper}${'─'.repeat(width - 3 - widthOf(upper))}┐`,
    ...lines.flatMap(line => flowed([line], inner)).map(line => `│ ${line}${' '.repeat(inner - widthOf(line))} │`),
    `└${'─'.repeat(width - 2)}┘`,
  ]
}
