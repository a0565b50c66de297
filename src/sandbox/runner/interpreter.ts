/** The process of an interpreter: reads a program, runs it on each input, and reports each step as it is done. */
import { serve, type Served } from '../../runtime/process/serve.ts'
import { inOwnTime, StarvedError } from '../programs/own-time.ts'
import type { Program, SandboxRun, Runner } from '../programs/run.ts'
import type { RunnerRequest, RunnerReply } from './messages.ts'

export interface Interpreter {
  readonly read: (program: Program) => Runner
  /** Whether a run has harmed the interpreter: it is given up then. */
  readonly broken: () => boolean
  /** Puts everything back after a run, before the next. */
  readonly rewind: () => void
}

/** @param open makes the interpreter ready, from data handed to the process, if any. */
export function interpreter(open: (handed: Served<RunnerReply>['handed']) => Promise<Interpreter>): void {
  serve<RunnerReply>(async ({ tell, end, handed }) => {
    const { read, broken, rewind } = await open(handed)
    /** Tells before each repetition how much time it takes. */
    const inItsTime = async (attempts: Generator<number, SandboxRun, void>): Promise<SandboxRun> => {
      for (let step = attempts.next(); ; step = attempts.next()) {
        if (step.done === true) return step.value
        rewind()
        await tell({ kind: 'again', timeMs: step.value })
      }
    }
    void tell({ kind: 'ready' })
    return async message => {
      /* The only sender is runner.ts. */
      const { program, inputs, starved } = message as RunnerRequest
      const run = read(program)
      await tell({ kind: 'read' })
      for (const [index, input] of inputs.entries()) {
        const options = { canRepeat: () => !broken(), repeated: index === 0 ? starved : 0 }
        try {
          const attempts = inOwnTime(program.limits.timeMs, timeMs => run(input, timeMs), options)
          const ran = { kind: 'ran', run: await inItsTime(attempts) } as const
          if (broken()) {
            end(ran)
            return
          }
          await tell(ran)
        } catch (thrown) {
          if (!(thrown instanceof StarvedError)) throw thrown
          end({ kind: 'starved', why: thrown.message })
          return
        }
        rewind()
      }
    }
  })
}
