/** One process of an interpreter, with its messages in order. */
import { startProcess, type Process, type ProcessOptions } from '../../runtime/process/start-process.ts'
import { countdown } from '../../runtime/waiting/countdown.ts'
import type { RunnerRequest, RunnerReply } from './messages.ts'

/** The next message; `lost` is the last one, and repeated from then on. */
type Step = RunnerReply | { readonly kind: 'lost'; readonly how: string }

export interface InterpreterProcess extends Process<RunnerRequest> {
  readonly next: () => Promise<Step>
  /** Rejects if the interpreter ended, or was not there in time. */
  readonly ready: Promise<void>
}

export function startInterpreter(options: ProcessOptions, startMs: number): InterpreterProcess {
  const steps: Step[] = []
  let lost: Step | undefined
  let waiting: ((step: Step) => void) | undefined
  const push = (step: Step): void => {
    if (waiting === undefined) steps.push(step)
    else waiting(step)
    waiting = undefined
  }
  /* The only teller is an interpreter. */
  const process = startProcess<RunnerRequest>(options, message => push(message as RunnerReply))
  const lose = (how: string): void => {
    if (lost !== undefined) return
    lost = { kind: 'lost', how }
    push(lost)
  }
  void process.ended.then(lose)
  /* Killing does not wait for its exit. */
  const kill = (): void => {
    process.kill()
    lose('was killed')
  }
  const next = async (): Promise<Step> =>
    steps.shift() ?? lost ?? (await new Promise<Step>(resolve => (waiting = resolve)))

  return { ...process, kill, next, ready: isReady() }

  async function isReady(): Promise<void> {
    const inTime = countdown(startMs, kill, process)
    const step = await next()
    inTime()
    if (step.kind === 'lost') throw new Error(`the interpreter was not ready: ${step.how}`)
  }
}
