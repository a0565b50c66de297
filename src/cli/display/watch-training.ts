/** Shows a run while it trains, and its results. */
import type { Observable } from 'rxjs'
import type { EventWriter } from '../../export/tensorboard/event-writer.ts'
import { writeReport } from '../../report/write-report.ts'
import type { TrainingEvent } from '../../run/events/events.ts'
import { reasonOf } from '../../contracts/failure.ts'
import type { Measure } from '../../contracts/measure.ts'
import { howToResume } from '../../run/events/how-to-resume.ts'
import { InterruptedError } from '../terminal/interrupts.ts'
import { progressTable, type ProgressTable } from './iteration-line.ts'
import { clock } from '../tables/numbers.ts'
import { withProgress } from './with-progress.ts'
import type { ProgressDisplay } from './progress-display.ts'
import { beforeAll, brokenOff, stageAfter, waitedFor } from './run-stage.ts'
import { summaryTable } from '../tables/summary-table.ts'
import { systemEventLine } from './system-event-line.ts'
import type { Terminal } from '../terminal/terminal.ts'

/**
 * Follows the run that `start` begins to its end.
 *
 * @param follow called with each event too, and waited for at the end.
 * @returns the exit code: 0, or that of an interrupted process.
 * @throws the error that ended the run.
 */
export async function watchTraining(
  terminal: Terminal,
  start: (signal: AbortSignal) => Observable<TrainingEvent>,
  follow: EventWriter | null = null,
): Promise<number> {
  let stage = beforeAll
  terminal.outliveDisplay()
  const ends: Finished[] = []
  let measures: readonly Measure[] = []
  let table: ProgressTable | null = null
  /** The newest iteration in which success was measured; `null` until this process has measured it. */
  let measuredAt: number | null = null
  /** The columns, with their titles on the first call. */
  const columns = (display: ProgressDisplay): ProgressTable => {
    if (table === null) {
      table = progressTable(measures)
      display.line(table.title)
    }
    return table
  }
  const show = (event: TrainingEvent, display: ProgressDisplay): void => {
    stage = stageAfter(stage, event)
    follow?.take(event)
    switch (event.kind) {
      case 'started': {
        measures = event.measures
        const from = event.resumedFrom === null ? '' : `, going on after iteration ${event.resumedFrom}`
        display.line(`run ${event.directory}${from}`)
        const note = event.resumedFrom === null ? 'measuring where it starts from' : ''
        return display.advance(event.resumedFrom ?? 0, event.totalIterations, note)
      }
      case 'measured':
        if (event.before.evaluations.length > 0) measuredAt = event.before.iteration
        return display.line(columns(display).startLine(event.before))
      case 'iteration':
        if (event.metrics.evaluations.length > 0) measuredAt = event.metrics.iteration
        display.line(columns(display).line(event))
        return display.advance(event.metrics.iteration, event.totalIterations, `${clock(event.remainingMs)} left`)
      case 'warning':
        return display.line(`warning: ${event.text}`)
      case 'died':
      case 'exited':
      case 'restarted':
        return display.line(systemEventLine(event))
      case 'finished':
        ends.push(event)
    }
  }
  let code = 0
  try {
    code = await withProgress(terminal, start, show, () => waitedFor(stage))
  } catch (error) {
    if (error instanceof InterruptedError) terminal.printError(brokenOff(stage))
    throw error
  } finally {
    await follow?.idle()
  }
  const end = ends[0]
  if (end === undefined) throw new Error('the run ended without saying how')
  await conclude(terminal, end, { measures, measuredAt })
  return end.reason === 'complete' ? 0 : code
}

async function conclude(
  terminal: Terminal,
  { directory, before, after, reason }: Finished,
  { measures, measuredAt }: { readonly measures: readonly Measure[]; readonly measuredAt: number | null },
): Promise<void> {
  /* A run without its report is still a run. */
  const report = await writeReport(directory, text => terminal.printError(`warning: ${text}`)).then(
    path => `report: ${path}`,
    (error: unknown) => `no report: ${reasonOf(error)}`,
  )
  const isMeasured = measuredAt === null || measuredAt > before.iteration || reason === 'complete'
  const table = isMeasured ? summaryTable(before, after, measures) : null
  terminal.print(`${table === null ? '' : `\n${table}\n`}\n${report}`)
  if (reason === 'complete') return
  if (!isMeasured) terminal.print('success was not measured since the start')
  else if (measuredAt !== null && measuredAt < after.iteration)
    terminal.print(`success "after" is that of iteration ${measuredAt}`)
  terminal.print(`interrupted after iteration ${after.iteration}; resume with: ${howToResume(directory)}`)
}

type Finished = Extract<TrainingEvent, { kind: 'finished' }>
