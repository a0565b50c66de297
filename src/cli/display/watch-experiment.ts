/** Shows an experiment while its runs are made, and how each ended. */
import type { Observable } from 'rxjs'
import { reasonOf } from '../../contracts/failure.ts'
import {
  finishedRuns,
  type ExperimentEvent,
  type ExperimentStatus,
  type JobName,
} from '../../experiment/runner/events.ts'
import { writeReport } from '../../report/write-report.ts'
import { codeAfter, listenForInterrupts } from '../terminal/interrupts.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { jobsDisplay } from './jobs-display.ts'

/**
 * Follows an experiment to its end.
 *
 * @returns the exit code: 0, 1 if a run failed, or that of an interrupted process.
 * @throws whatever ended the experiment itself.
 */
export async function watchExperiment(
  terminal: Terminal,
  start: (signal: AbortSignal) => Observable<ExperimentEvent>,
): Promise<number> {
  const interrupts = listenForInterrupts(
    terminal,
    () => 'Each run finishes its iteration, then saves. Ctrl-C again stops now',
  )
  terminal.outliveDisplay()
  const display = jobsDisplay(terminal)
  const reports: Promise<void>[] = []
  const ends: Finished[] = []
  const show = (event: ExperimentEvent): void => {
    switch (event.kind) {
      case 'planned':
        return display.line(plannedLine(event.status))
      case 'begun':
        return display.line(`${nameOf(event.job)}: begun`)
      case 'progress':
        return display.advance(nameOf(event.job), event)
      case 'warning':
        return display.line(`${nameOf(event.job)}: warning: ${event.text}`)
      case 'ended':
        display.end(nameOf(event.job))
        if (event.job.makes === 'run') reports.push(reportOf(event.job, display.line))
        return display.line(
          `${nameOf(event.job)}: ${event.outcome === 'complete' ? 'finished' : 'saved, not finished'}`,
        )
      case 'failed':
        display.end(nameOf(event.job))
        return display.line(`${nameOf(event.job)}: failed: ${event.reason}`)
      case 'finished':
        ends.push(event)
    }
  }
  try {
    await start(interrupts.signal).forEach(show)
  } finally {
    await Promise.all(reports)
    display.stop()
    interrupts.dispose()
  }
  const end = ends[0]
  if (end === undefined) throw new Error('the experiment ended without saying how')
  terminal.print(finishedLine(end))
  return codeAfter(interrupts, end.failures.length > 0 ? 1 : 0)
}

type Finished = Extract<ExperimentEvent, { kind: 'finished' }>

const nameOf = ({ makes, name }: JobName): string => (makes === 'run' ? name : `starters ${name}`)

/** A run without its report is still a run. */
async function reportOf({ name, directory }: JobName, line: (text: string) => void): Promise<void> {
  await writeReport(directory).catch((error: unknown) => line(`${name}: no report: ${reasonOf(error)}`))
}

function plannedLine({ directory, runs }: ExperimentStatus): string {
  const finished = finishedRuns(runs)
  const there = finished === 0 ? '' : `, ${finished} of them finished`
  return `experiment ${directory}: ${runs.length} runs${there}`
}

function finishedLine({ status: { directory, runs }, failures, reason }: Finished): string {
  const failed = failures.map(({ job, reason: why }) => `\n  ${nameOf(job)}: ${why}`)
  const rest = reason === 'interrupted' ? '; the same command goes on' : ''
  return [
    `\n${finishedRuns(runs)} of ${runs.length} runs of ${directory} are finished${rest}`,
    ...(failed.length === 0 ? [] : [`failed:${failed.join('')}`]),
  ].join('\n')
}
