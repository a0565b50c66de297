import test from 'ava'
import { of } from 'rxjs'
import { listenForInterrupts } from '../../../src/cli/terminal/interrupts.ts'
import { paintFor } from '../../../src/cli/terminal/paint.ts'
import { textTerminal } from '../../../src/cli/terminal/text-terminal.ts'
import type { Signal, Terminal } from '../../../src/cli/terminal/terminal.ts'
import { commandLine } from '../command-line.ts'

const hostile = '\u001b[2J\u001b]0;mine\u0007\rforged\u009b31m\u202e'
const seen = '\\u001b[2J\\u001b]0;mine\\u0007\\u000dforged\\u009b31m\\u202e'

function scene() {
  const [printed, errors]: [string[], string[]] = [[], []]
  let send: (signal: Signal) => void = () => undefined
  const terminal: Terminal = {
    print: text => void printed.push(text),
    printError: text => void errors.push(text),
    outliveDisplay: () => undefined,
    interactive: true,
    width: 80,
    now: () => 0,
    onSignal: listener => {
      send = listener
      return () => undefined
    },
    quit: () => undefined,
  }
  return { terminal: textTerminal(terminal), printed, errors, send: (signal: Signal) => send(signal) }
}

test('what is printed is text; our own colours and bars stay', t => {
  const { terminal, printed, errors, send } = scene()
  terminal.print(hostile)
  terminal.print(paintFor(terminal)('+1', 'better'), true)
  terminal.printError(`error: ${hostile}`)
  listenForInterrupts(terminal, () => hostile)
  send('SIGINT')
  t.is(printed[0], seen)
  t.true(['\u001b[32m+1\u001b[39m', '+1'].includes(printed[1] ?? ''))
  t.deepEqual(errors, [`error: ${seen}`, `\r\u001b[K${seen}`])
})

test('every way out of a command shows text: warnings, deaths with their output, errors', async t => {
  const { printed, errors } = await commandLine(['train', hostile], {})
  t.false(`${printed}${errors}`.includes('\u001b'))
  t.regex(errors, /^error: /)
  const told = await commandLine(['train', 'household'], { training: of({ kind: 'warning', text: hostile }) })
  t.true(told.printed.includes(`warning: ${seen}`))
})
