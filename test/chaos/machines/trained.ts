/** A whole run, watched, and what is left of it. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { lastValueFrom, Observable, tap, throwError, timeout } from 'rxjs'
import type { TrainingEvent } from '../../../src/index.ts'
import { numbersOf } from '../../run/numbers-of.ts'
import { everythingOf } from '../everything.ts'
import type { RunOrder } from './run-process.ts'

export interface TrainedOptions {
  readonly order: RunOrder
  readonly watch: (event: TrainingEvent) => void
}

const silentMs = 120_000

/** Trains to the end. @returns all that is left behind but times and memory. @throws {Error} if it fails, or nothing happens for two minutes. */
export async function trained({ order, watch }: TrainedOptions): Promise<Readonly<Record<string, unknown>>> {
  const hangs = () => throwError(() => new Error(`nothing happened for ${silentMs / 1_000} s: it hangs`))
  await lastValueFrom(eventsOfProcess(order).pipe(tap(watch), timeout({ each: silentMs, with: hangs })))
  return { ...(await everythingOf(order.directory)), metrics: await numbersOf(order.directory) }
}

const eventsOfProcess = (order: RunOrder): Observable<TrainingEvent> =>
  new Observable(out => {
    const child = fork(fileURLToPath(new URL('run-process.js', import.meta.url)))
    child.on('message', event => out.next(event as TrainingEvent))
    child.once('error', error => out.error(error))
    child.once('close', (code, signal) => {
      if (code === 0) out.complete()
      else out.error(new Error(`the run ended with ${signal ?? `code ${code}`}`))
    })
    child.send(order)
    return () => child.kill('SIGKILL')
  })

const evaluation = { every: 0, tasks: 4, probeTasks: 4, temperatures: [0.8] }

/** Changes to the preset of a world: an iteration of about two seconds. */
const shortened = {
  tasks: { slots: 8, perIteration: 2, episodes: 4 },
  evaluation,
  checkpoint: { every: 5 },
  supervision: { maxRestarts: 1_000, maxDelayMs: 1_000 },
}

/** Of them together. */
const pages = 64

/** MiniWoB++, all its pages in use at once, by the policy of the desk, which solves little there. */
const onPages = (folder: string, threads: number): object => {
  const policy = fileURLToPath(new URL('../../../../starters/desk/policy', import.meta.url))
  const options = { folder, dialect: 'names', vocabulary: policy, steps: 6, pages: Math.ceil(pages / threads) }
  return {
    ...shortened,
    method: 'grpo',
    environment: { name: 'miniwob', threads, options },
    starters: { policy },
    tasks: { slots: pages, perIteration: 8, episodes: pages / 8 },
    policy: { maxTokens: 8, oldLogprobs: 'sampled' },
    evaluation: { every: 0, tasks: 16, temperatures: [0.8] },
  }
}

/** Settings of a run. @param folder of MiniWoB++'s pages. */
export const settingsOf = (world: string, threads: number, folder = ''): object =>
  world === 'miniwob' ? onPages(folder, threads) : { ...shortened, environment: { name: world, threads } }
