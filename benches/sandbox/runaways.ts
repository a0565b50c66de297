/** Programs without end, one after another: how late is each one stopped, and what does a neighbour notice of it? */
import { setTimeout as pause } from 'node:timers/promises'
import type { SandboxName } from '../../src/contracts/worlds/job.ts'
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
  /** Of each runaway, ms from its limit until its result was here, the ways to the interpreter and back included. */
  readonly lateMs: readonly number[]
  /** Of the program after each, ms until its results were here: where the interpreter was killed, another has to be there. */
  readonly nextMs: readonly number[]
  /** Programs a second that went through the other thread meanwhile, by those when nobody ran away. */
  readonly neighbour: number
}

const timeMs = 200

/** @throws {Error} if a runaway was not stopped by its time, or a good program has not passed. */
export async function chase({ sandbox, program }: Runaway, count: number): Promise<Chase> {
  const { run, close } = createSandbox({ threads: 2 })
  const [lateMs, nextMs]: [number[], number[]] = [[], []]

  const good = async (n: number): Promise<void> => {
    const passed = (await run(ordinary(sandbox, n))).filter(({ outcome }) => outcome === 'passed').length
    if (passed !== testsEach) throw new Error(`program ${n} has not passed all of its tests`)
  }

  const runAway = async (): Promise<void> => {
    const limits = { timeMs, memoryMb: 512, outputBytes: 1000 }
    for (let n = 0; n < count; n += 1) {
      const began = performance.now()
      const [result] = await run({ ...ordinary(sandbox, n), program, tests: [{ input: '', output: '' }], limits })
      lateMs.push(performance.now() - began - timeMs)
      if (result?.outcome !== 'timeout') throw new Error(`runaway ${n} ended by ${result?.outcome}`)
      const ended = performance.now()
      await good(n)
      nextMs.push(performance.now() - ended)
    }
  }

  /** Programs a second, one at a time, until something else is done. */
  const rateDuring = async (other: Promise<void>): Promise<number> => {
    let [going, done] = [true, 0]
    const ended = other.finally(() => (going = false))
    const began = performance.now()
    for (; going; done += 1) {
      await good(done)
    }
    await ended
    return (done * 1000) / (performance.now() - began)
  }

  try {
    await Promise.all([0, 1].map(good))
    await rateDuring(pause(1000))
    const alone = (count * timeMs) / 2
    const before = await rateDuring(pause(alone))
    const meanwhile = await rateDuring(runAway())
    const after = await rateDuring(pause(alone))
    return { lateMs, nextMs, neighbour: (2 * meanwhile) / (before + after) }
  } finally {
    await close()
  }
}
