/** Does one job in a separate process, so that one that crashes ends no other. See start-job.ts. */
import { rmSync } from 'node:fs'
import type { Observable } from 'rxjs'
import { reasonOf } from '../../contracts/failure.ts'
import type { TrainingEvent } from '../../run/events/events.ts'
import { RunFailedError } from '../../run/failures/run-failed-error.ts'
import { resumeRun } from '../../run/resume.ts'
import { trainRun } from '../../run/train.ts'
import type { WarmStartEvent } from '../../warm-start/events.ts'
import { makeStarters } from '../../warm-start/warm-start.ts'
import type { JobEnd, JobMessage, JobOrder, JobRequest } from './job.ts'

const stop = new AbortController()
/* What nobody reads any more is no reason to end before the run is saved. */
const tell = (message: JobMessage): void => void process.send?.(message, () => {})
process.stderr.on('error', () => {})
let scratch: string | null = null

/* A terminal sends its signals to this process, too: however often, they ask for the same as the parent does. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
/* The parent has exited: progress so far is saved, where somebody can find it. */
process.once('disconnect', () => {
  if (scratch === null) return stop.abort()
  const folder = scratch
  process.on('exit', () => removeNow(folder))
  process.exit()
})

/** With files that come while it is emptied: what was under way to the disk ends by itself. */
function removeNow(folder: string, attempts = 10): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 1 })
  } catch (error) {
    if (attempts === 1) throw error
    removeNow(folder, attempts - 1)
  }
}

process.on('message', (order: JobOrder) => {
  if (order.kind === 'stop') return stop.abort()
  ;({ scratch } = order)
  void work(order.request).then(end => {
    /* Threads that did not end must not keep a finished process. */
    process.send?.({ kind: 'end', end } satisfies JobMessage, () => process.exit())
    if (!process.connected) process.exit()
  })
})

async function work(request: JobRequest): Promise<JobEnd> {
  const { signal } = stop
  try {
    switch (request.kind) {
      case 'train':
        return await trained(trainRun({ ...request, signal }))
      case 'resume':
        return await trained(resumeRun({ ...request, signal }))
      case 'warm-start':
        await warmed(makeStarters({ ...request, signal }))
        return { kind: 'complete' }
    }
  } catch (error) {
    if (signal.aborted && error === signal.reason) return { kind: 'interrupted' }
    return { kind: 'failed', reason: reasonOf(error instanceof RunFailedError ? error.cause : error) }
  }
}

async function trained(events: Observable<TrainingEvent>): Promise<JobEnd> {
  let end: JobEnd = { kind: 'failed', reason: 'the run ended without saying how' }
  await events.forEach(event => {
    switch (event.kind) {
      case 'started':
        return tell({ kind: 'progress', done: event.resumedFrom ?? 0, total: event.totalIterations, remainingMs: null })
      case 'iteration':
        return tell({
          kind: 'progress',
          done: event.metrics.iteration,
          total: event.totalIterations,
          remainingMs: event.remainingMs,
        })
      case 'warning':
        return tell({ kind: 'warning', text: event.text })
      case 'died':
        return tell({ kind: 'warning', text: `${event.death.actor} died: ${event.death.reason}` })
      case 'finished':
        return void (end = { kind: event.reason })
      default:
        return undefined
    }
  })
  return end
}

/** Progress of a warm start is that of both models, one after the other. */
async function warmed(events: Observable<WarmStartEvent>): Promise<void> {
  await events.forEach(event => {
    if (event.kind === 'progress') tell({ kind: 'progress', done: event.done, total: event.total, remainingMs: null })
    if (event.kind === 'measured') tell({ kind: 'measured', measured: event })
  })
}
