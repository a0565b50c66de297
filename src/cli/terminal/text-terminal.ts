import { visible } from '../../text/visible.ts'
import type { Terminal } from './terminal.ts'

/** A terminal that shows text as text: what worlds, models, programs and servers say moves no cursor and sets no title. */
export const textTerminal = (terminal: Terminal): Terminal => ({
  ...terminal,
  print: (text, painted = false) => terminal.print(painted ? text : visible(text)),
  printError: (text, afresh = false) => terminal.printError(`${afresh ? clearLine : ''}${visible(text)}`),
})

/** The line of a progress bar. */
const clearLine = '\r\u001b[K'
