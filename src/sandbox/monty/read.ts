/** One parse of a program, then each run under the interpreter's own limits. */
import { Monty, MontyError, MontyRuntimeError, type RunOptions } from '@pydantic/monty'
import { capture } from '../programs/capture.ts'
import type { EntryPoint } from '../../contracts/worlds/job.ts'
import { tailOf, type Program, type SandboxRun, type Runner } from '../programs/run.ts'
import { jsonOf } from './json-of.ts'

/** Calls inside calls; CPython's own. */
const recursionDepth = 1000

/** Calls the entry point with the arguments on standard input, one JSON text a line. */
function callOf(entry: Exclude<EntryPoint, { readonly kind: 'stdio' }>): string {
  const called = entry.kind === 'method' ? `${entry.className}().${entry.name}` : entry.name
  return `\nimport json as __json__\n${called}(*[__json__.loads(line) for line in __lines__])`
}

export function readInMonty({ program, entry, limits }: Program): Runner {
  const source = entry.kind === 'stdio' ? program : program + callOf(entry)
  let parsed: Monty
  try {
    parsed = new Monty(source, { scriptName: 'program.py', inputs: entry.kind === 'stdio' ? [] : ['__lines__'] })
  } catch (thrown) {
    const run: SandboxRun = { ending: 'error', output: '', stderr: complaintOf(thrown) }
    return () => run
  }
  return (input, timeMs) => {
    const printed = capture(limits.outputBytes)
    const write = (text: string): void => {
      if (!printed.write(text)) throw new Error(`more than ${limits.outputBytes} bytes of output`)
    }
    const options: RunOptions = {
      limits: {
        maxDurationSecs: timeMs / 1000,
        maxMemory: limits.memoryMb * 2 ** 20,
        maxRecursionDepth: recursionDepth,
      },
      printCallback: (_stream: string, text: string) => write(text),
    }
    const ended = (ending: SandboxRun['ending'], stderr = '', output = printed.text()): SandboxRun =>
      printed.full() ? { ending: 'output-limit', output: printed.text(), stderr } : { ending, output, stderr }
    const began = performance.now()
    try {
      if (entry.kind === 'stdio') {
        parsed.run({ ...options, externalFunctions: { input: reader(input, write) } })
        return ended('finished')
      }
      const given = input.split('\n').filter(line => line.trim() !== '')
      const value: unknown = parsed.run({ ...options, inputs: { __lines__: given } })
      const text = jsonOf(value)
      write(text)
      return ended('finished', '', text)
    } catch (thrown) {
      return ended(endingOf(thrown, performance.now() - began >= timeMs), complaintOf(thrown))
    }
  }
}

/** `input()`: the next line of standard input, after the prompt has been printed. */
function reader(input: string, write: (text: string) => void): (prompt?: unknown) => string {
  const lines = input.split('\n')
  if (lines.at(-1) === '') lines.pop()
  let next = 0
  return prompt => {
    if (typeof prompt === 'string') write(prompt)
    const line = lines[next]
    if (line === undefined) throw new Error('EOFError: EOF when reading a line')
    next += 1
    return line.endsWith('\r') ? line.slice(0, -1) : line
  }
}

/**
 * The interpreter says which of its limits was passed by an exception that no program can catch, but that any can raise.
 *
 * @param isLate whether the time was over: a time-out before would be taken for that of a run which was starved.
 */
function endingOf(thrown: unknown, isLate: boolean): 'error' | 'timeout' | 'memory' {
  if (!(thrown instanceof MontyError)) return 'error'
  const { typeName, message } = thrown.exception
  if (isLate && typeName === 'TimeoutError' && message.startsWith('time limit exceeded')) return 'timeout'
  return typeName === 'MemoryError' && message.startsWith('memory limit exceeded') ? 'memory' : 'error'
}

function complaintOf(thrown: unknown): string {
  if (thrown instanceof MontyRuntimeError) return tailOf(thrown.display('traceback'))
  return tailOf(thrown instanceof MontyError ? thrown.display('type-msg') : String(thrown))
}
