/** One process of an interpreter, and what it tells, in order. */
import { startProcess, type Process, type ProcessOptions } from '../../runtime/process/start-process.ts'
import { countdown } from '../../runtime/waiting/countdown.ts'
import type { RunnerRequest, RunnerReply } from './messages.ts'

/** What is told next; `lost` is the end of it, and told for ever. */
export type Step = RunnerReply | { readonly kind: 'lost'; readonly how: string }

export interface Kept extends Process<RunnerRequest> {
  readonly next: () => Promise<Step>
  /** Rejects if the interpreter ended, or was not there in time. */
  readonly ready: Promise<void>
}

export function keep(options: ProcessOptions, startMs: number): Kept {
  const steps: Step[] = []
  let lost: Step | undefined
  let waiting: ((step: Step) => void) | undefined
  const told = (step: Step): void => {
    if (waiting === undefined) steps.push(step)
    else waiting(step)
    waiting = undefined
  }
  /* The only teller is an interpreter. */
  const process = startProcess<RunnerRequest>(options, message => told(message as RunnerReply))
  const lose = (how: string): void => {
    if (lost !== undefined) return
    lost = { kind: 'lost', how }
    told(lost)
  }
  void process.ended.then(lose)
  /* Who kills it does not wait for it to be gone. */
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
