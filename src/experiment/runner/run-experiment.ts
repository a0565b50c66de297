/** Makes the missing runs of a plan, each in a separate process. */
import type { Observable } from 'rxjs'
import { reasonOf } from '../../contracts/failure.ts'
import type { NatsOptions } from '../../run/actors/machines/open-machines.ts'
import { fromWork } from '../../streams/from-work.ts'
import type { PlannedRun } from '../plan/planned-runs.ts'
import type { PlannedStarters } from '../plan/planned-starters.ts'
import type { ExperimentEvent, ExperimentOptions, JobName, RunStatus } from './events.ts'
import { prepareExperiment, requireExperimentAsPlanned } from './experiment-status.ts'
import type { JobEnd, JobNews, RunRequest } from '../jobs/job.ts'
import type { TellOfRun } from '../queue/follow-run.ts'
import { keepPlan } from '../state/kept-plan.ts'
import { isMade, keepStarters, makeMissing } from './made-starters.ts'
import { startJob, type StartedJob } from '../jobs/start-job.ts'

type Emit = (event: ExperimentEvent) => void
type Failures = Extract<ExperimentEvent, { kind: 'finished' }>['failures'][number][]

interface WantedRun extends TellOfRun {
  readonly run: PlannedRun
  readonly request: RunRequest
}

type StartRun = (wanted: WantedRun) => StartedJob

/** Waits for the end of a job; stopping and killing those that run is the experiment's. */
type EndOf = (job: StartedJob) => Promise<JobEnd>

/** @see Training.experiment */
export const runExperiment = (options: ExperimentOptions): Observable<ExperimentEvent> =>
  fromWork<ExperimentEvent>(async (emit, unsubscribed) => {
    const { jobs = 1, nats, signal } = options
    const prepared = await prepareExperiment(options)
    await requireExperimentAsPlanned(prepared)
    await keepPlan(options.plan, options.directory)
    emit({ kind: 'planned', status: prepared.status })
    const stop = signal === undefined ? unsubscribed : AbortSignal.any([signal, unsubscribed])
    const endOf = jobsUntil(stop, unsubscribed)
    const failures: Failures = []
    await makeMissing(
      prepared.starters.filter(each => !isMade(each)),
      missing => atATime(jobs, missing, stop, starters => makeStartersOf(starters, { endOf, emit, failures })),
    )
    const lost = new Set(prepared.starters.filter(each => !isMade(each)).map(({ name }) => name))
    const due = prepared.status.runs.filter(
      ({ run, state }) => state.kind !== 'finished' && !(run.starters !== null && lost.has(run.starters)),
    )
    const making = { endOf, emit, failures }
    const isWhole = ({ run }: RunStatus): boolean =>
      nats !== undefined && Object.keys(run.config.placement).length === 0
    const [whole, others] = [due.filter(isWhole), due.filter(each => !isWhole(each))]
    const startHere: StartRun = ({ request, begun, told }) => {
      begun()
      return startJob(nats === undefined ? request : { ...request, nats }, told)
    }
    await Promise.all([
      atATime(jobs, others, stop, status => makeRun(status, startHere, making)),
      nats === undefined || whole.length === 0 ? null : makeOnWorkers(nats, options.directory, { whole, stop, making }),
    ])
    const { status } = await prepareExperiment(options)
    const isDone = status.runs.every(({ state }) => state.kind === 'finished')
    const reason = stop.aborted && !isDone ? 'interrupted' : 'complete'
    emit({ kind: 'finished', status, failures, reason })
  })

/** Does all work, at most `jobs` at a time, in order; nothing more is begun once it is asked to stop. */
async function atATime<T>(
  jobs: number,
  items: readonly T[],
  stop: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items]
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined && !stop.aborted; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(jobs, items.length) }, worker))
}

function jobsUntil(stop: AbortSignal, unsubscribed: AbortSignal): EndOf {
  const running = new Set<StartedJob>()
  stop.addEventListener('abort', () => running.forEach(job => job.stop()))
  unsubscribed.addEventListener('abort', () => running.forEach(job => job.kill()))
  return async job => {
    running.add(job)
    if (stop.aborted) job.stop()
    const end = await job.ended
    running.delete(job)
    return end
  }
}

interface Making {
  readonly endOf: EndOf
  readonly emit: Emit
  readonly failures: Failures
}

async function makeRun({ run, state }: RunStatus, startRun: StartRun, making: Making): Promise<void> {
  const { name, directory, config } = run
  const job: JobName = { makes: 'run', name, directory }
  if (state.kind === 'running') {
    fail(making, job, `process ${state.process} works on it`)
    return
  }
  const begun = (): void => making.emit({ kind: 'begun', job })
  const request: RunRequest =
    state.kind === 'missing' ? { kind: 'train', config, directory } : { kind: 'resume', directory }
  tellEnd(making, job, await making.endOf(startRun({ run, request, begun, told: telling(making.emit, job) })))
}

interface Whole {
  readonly whole: readonly RunStatus[]
  readonly stop: AbortSignal
  readonly making: Making
}

/** All at a time: how many are made is up to the workers. */
async function makeOnWorkers(nats: NatsOptions, folder: string, { whole, stop, making }: Whole): Promise<void> {
  const { runsOnWorkers } = await import('../queue/runs-on-workers.ts')
  const { start, close } = await runsOnWorkers(nats, folder)
  try {
    await atATime(whole.length, whole, stop, status => makeRun(status, ({ run, ...tell }) => start(run, tell), making))
  } finally {
    await close()
  }
}

async function makeStartersOf(starters: PlannedStarters, making: Making): Promise<void> {
  const { name, folder, config, preset, recipe } = starters
  const job: JobName = { makes: 'starters', name, directory: folder }
  making.emit({ kind: 'begun', job })
  try {
    await keepStarters(starters, async out => {
      let measured: unknown = null
      const tell = telling(making.emit, job)
      const warming = startJob({ kind: 'warm-start', config, preset, recipe, out }, news =>
        news.kind === 'measured' ? void (measured = news.measured) : tell(news),
      )
      const end = await making.endOf(warming)
      if (end.kind !== 'complete') throw new JobEndError(end)
      return measured
    })
    tellEnd(making, job, { kind: 'complete' })
  } catch (error) {
    tellEnd(making, job, error instanceof JobEndError ? error.end : { kind: 'failed', reason: reasonOf(error) })
  }
}

/** Starters that were not finished; nothing of them is kept. */
class JobEndError extends Error {
  override readonly name = 'JobEndError'
  readonly end: JobEnd

  constructor(end: JobEnd) {
    super(end.kind)
    this.end = end
  }
}

const telling =
  (emit: Emit, job: JobName) =>
  (news: JobNews): void => {
    if (news.kind !== 'measured') emit({ ...news, job })
  }

function tellEnd(making: Making, job: JobName, end: JobEnd): void {
  if (end.kind === 'failed') fail(making, job, end.reason)
  else making.emit({ kind: 'ended', job, outcome: end.kind })
}

function fail({ emit, failures }: Making, job: JobName, reason: string): void {
  failures.push({ job, reason })
  emit({ kind: 'failed', job, reason })
}
