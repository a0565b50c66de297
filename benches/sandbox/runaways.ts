/** Programs without end, one after another: how late is each one stopped, and what does a neighbour notice of it? */
import { setTimeout as pause } from 'node:timers/promises'
import type { SandboxName } from '../../src/sandbox/job.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { ordinary, testsEach } from './programs.ts'

export interface Runaway {
  readonly sandbox: SandboxName
  /** What it does. */
  readonly name: string
  readonly program: string
}

/** Of each sandbox one that its interpreter stops by its own limit, and one that it does not. */
export const runawayPrograms: readonly Runaway[] = [
  { sandbox: 'monty', name: 'loops', program: 'while True: pass' },
  { sandbox: 'monty', name: 'multiplies numbers of megabytes', program: 'x = 3\nwhile True: x = x * x * 3' },
  { sandbox: 'pyodide', name: 'loops', program: 'while True: pass' },
  {
    sandbox: 'pyodide',
    name: 'loops and catches everything',
    program: 'while True:\n  try:\n    while True: pass\n  except BaseException: pass',
  },
]

export interface Chase {
  /**
   * Of each runaway, ms from its limit until its result was here: the way to the interpreter and back, and what it had to wait for
   * an interpreter, are in it.
   */
  readonly lateMs: readonly number[]
  /** Programs a second that went through the other thread meanwhile, by those when nobody ran away. */
  readonly neighbour: number
}

const timeMs = 200

/** @throws {Error} if a runaway was not stopped by its time, or a program of the neighbour has not passed. */
export async function chase({ sandbox, program }: Runaway, count: number): Promise<Chase> {
  const { run, close } = createSandbox({ threads: 2 })
  const lateMs: number[] = []

  const runAway = async (): Promise<void> => {
    const limits = { timeMs, memoryMb: 512, outputBytes: 1000 }
    for (let n = 0; n < count; n += 1) {
      const began = performance.now()
      const [result] = await run({ ...ordinary(sandbox, n), program, tests: [{ input: '', output: '' }], limits })
      lateMs.push(performance.now() - began - timeMs)
      if (result?.outcome !== 'timeout') throw new Error(`runaway ${n} ended by ${result?.outcome}`)
    }
  }

  /** Programs a second, one at a time, until something else is done. */
  const rateDuring = async (other: Promise<void>): Promise<number> => {
    let [going, done] = [true, 0]
    const ended = other.finally(() => (going = false))
    const began = performance.now()
    for (; going; done += 1) {
      const results = await run(ordinary(sandbox, done))
      const passed = results.filter(({ outcome }) => outcome === 'passed').length
      if (passed !== testsEach) throw new Error(`program ${done} of the neighbour has not passed all of its tests`)
    }
    await ended
    return (done * 1000) / (performance.now() - began)
  }

  try {
    await Promise.all([0, 1].map(n => run(ordinary(sandbox, n))))
    await rateDuring(pause(1000))
    const alone = (count * timeMs) / 2
    const before = await rateDuring(pause(alone))
    const meanwhile = await rateDuring(runAway())
    const after = await rateDuring(pause(alone))
    return { lateMs, neighbour: (2 * meanwhile) / (before + after) }
  } finally {
    await close()
  }
}
