/** The whole of CPython, closed to the host, and as new for each run. */
import { capture, type Capture } from '../programs/capture.ts'
import type { Interpreter } from '../runner/interpreter.ts'
import { tailOf, type Program, type SandboxRun, type Runner } from '../programs/run.ts'
import { cuttable } from './cuttable.ts'
import { limitMemory } from './limit-memory.ts'
import { load } from './load.ts'
import { rewinding } from './rewind.ts'
import { seal } from './seal.ts'

/** An error number of WASI's, which a program gets when it has printed too much. */
const fileTooBig = 22

/** Bytes of standard error that are kept. */
const errorBytes = 100_000

type Call = (program: string, preface: string, kind: string, text: string, className: string, name: string) => string

/** The proxy of the other side's result. */
interface Pair {
  readonly get: ((index: 0) => Call) & ((index: 1) => () => void)
}

const functionsOf = (pair: Pair) => ({ call: pair.get(0), purge: pair.get(1) })

/** How an attempt ended, and its value or error. */
type Attempted = readonly [how: Exclude<SandboxRun['ending'], 'timeout' | 'output-limit'>, said: string]

/** @param image what `makeImage` gave. */
export async function openPyodide(image: Uint8Array): Promise<Interpreter> {
  const memory = limitMemory()
  const within = cuttable()
  const { python, machine, now, beginAgain } = await load({ _loadSnapshot: image })
  let [output, errors] = [printing(0), printing(0)]
  let input: Uint8Array = new Uint8Array()
  let [broken, cut] = [false, false]

  python.setStdin({
    read(buffer: Uint8Array) {
      const part = input.subarray(0, buffer.length)
      buffer.set(part)
      input = input.subarray(part.length)
      return part.length
    },
  })
  python.setStdout(
    writing(bytes => {
      if (!output.print(bytes)) throw new machine.FS.ErrnoError(fileTooBig)
    }),
  )
  /* It is not graded: the excess is dropped, and the program continues. */
  python.setStderr(writing(bytes => errors.print(bytes)))
  const { call, purge } = functionsOf(python.runPython('python_side') as Pair)
  purge()
  seal(machine)
  const back = rewinding(machine)
  const baseBytes = machine.HEAPU8.length
  /* Compilation at first use is no program's time. */
  tryOut()
  rewind()

  return { read, broken: () => broken, rewind }

  /** @throws {Error} if the interpreter does not work. */
  function rewind(): void {
    back()
    if (cut) {
      tryOut()
      back()
    }
    cut = false
    beginAgain()
  }

  function tryOut(): void {
    output = printing(100)
    const printed = call('print(len(input.__name__))', '', 'stdio', '', '', '')
    if (printed !== 'finished ') throw new Error(`the interpreter does not run: ${printed}`)
  }

  /** @throws {Error} if an earlier program has taken more memory than this one may have: memory once taken stays. */
  function read({ program, preface = '', entry, limits }: Program): Runner {
    const maxBytes = baseBytes + limits.memoryMb * 2 ** 20
    if (machine.HEAPU8.length > maxBytes) throw new Error('had more memory than this program may have')
    const [className, name] = [entry.kind === 'method' ? entry.className : '', entry.kind === 'stdio' ? '' : entry.name]
    return (text, timeMs) => {
      output = printing(limits.outputBytes)
      errors = printing(errorBytes)
      input = new TextEncoder().encode(entry.kind === 'stdio' ? text : '')
      memory.set(maxBytes)
      const bytes = machine.HEAPU8.length
      const began = now()
      let ended: Attempted = ['error', '']
      cut = !within(timeMs + 1, () => {
        ended = attempt(text)
      })
      const late = cut || now() - began > timeMs
      const [how, said]: Attempted = late ? ['error', ''] : ended
      /* Cut off while it took more memory, one half of the interpreter may be left with the memory of before. */
      broken ||= cut && machine.HEAPU8.length !== bytes
      if (how === 'finished' && entry.kind !== 'stdio') {
        output = printing(limits.outputBytes)
        output.write(said)
      }
      if (how === 'unknown') return { ending: how, output: '', stderr: said }
      const stderr = tailOf(errors.text() + (how === 'finished' ? '' : said))
      return { ending: late ? 'timeout' : output.full() ? 'output-limit' : how, output: output.text(), stderr }
    }

    function attempt(text: string): Attempted {
      try {
        return saidBy(call(program, preface, entry.kind, text, className, name), memory.refused())
      } catch (thrown) {
        /* Out of the interpreter itself, e.g. by a call that ends processes: its open work is never finished. */
        broken = true
        if (memory.refused() !== null)
          return [outOfMemory(memory.refused()), 'the interpreter had no memory to say what was wrong']
        const code = exitCode(thrown)
        /* A stack of the host that is full, a fault of the interpreter: that says nothing of the program, and the process is given up. */
        if (code === null) throw thrown
        const isFinished = code === 0 && entry.kind === 'stdio'
        return isFinished ? ['finished', ''] : ['error', `the process ended with code ${code}`]
      }
    }
  }
}

const writing = (take: (bytes: Uint8Array) => unknown) => ({
  write(bytes: Uint8Array): number {
    take(bytes)
    return bytes.length
  },
})

/** @param reply how it ended, a space, and what it said. */
function saidBy(reply: string, refused: 'limit' | 'machine' | null): Attempted {
  const [how, said] = [reply.slice(0, reply.indexOf(' ')), reply.slice(reply.indexOf(' ') + 1)]
  if (how === 'finished' || how === 'unknown') return [how, said]
  return [how === 'memory' ? outOfMemory(refused) : 'error', said]
}

/** How an attempt ends that lacks memory: for its limit, or because the machine has no more. */
const outOfMemory = (refused: 'limit' | 'machine' | null): 'memory' | 'unknown' =>
  refused === 'machine' ? 'unknown' : 'memory'

/** The code with which a program ended its process, by `os._exit`; `null` if it did not. */
const exitCode = (thrown: unknown): number | null =>
  typeof thrown === 'object' && thrown !== null && 'status' in thrown && typeof thrown.status === 'number'
    ? thrown.status
    : null

/** Printed in bytes; a character may come in parts. */
interface Printing extends Capture {
  readonly print: (bytes: Uint8Array) => boolean
}

function printing(limitBytes: number): Printing {
  const decoder = new TextDecoder()
  const captured = capture(limitBytes)
  return {
    ...captured,
    print(bytes) {
      return captured.write(decoder.decode(bytes, { stream: true }))
    },
  }
}
