/** How far a run has come, for the message when it is interrupted. */
import type { TrainingEvent } from '../../run/events/events.ts'
import { howToResume } from '../../run/events/how-to-resume.ts'

/** The stage so far; `directory` is `null` before there is one. */
interface RunStage {
  readonly directory: string | null
  /** Iterations made; `null` while it measures where it starts from. */
  readonly made: number | null
  readonly total: number
}

export const beforeAll: RunStage = { directory: null, made: null, total: 0 }

export function stageAfter(stage: RunStage, event: TrainingEvent): RunStage {
  switch (event.kind) {
    case 'started':
      return { directory: event.directory, made: event.resumedFrom, total: event.totalIterations }
    case 'measured':
      return { ...stage, made: 0 }
    case 'iteration':
      return { ...stage, made: event.metrics.iteration }
    default:
      return stage
  }
}

/** The answer to the first signal. */
export function waitedFor({ directory, made, total }: RunStage): string {
  if (directory === null || made === null) return 'stopping before the first iteration: nothing to save'
  const now = made < total ? `Finishing iteration ${made + 1} of ${total}, then saving` : 'Saving'
  return `${now}. Ctrl-C again stops now; resume repeats it`
}

/** The message of a run that was interrupted before it had anything to save. */
export const brokenOff = ({ directory }: RunStage): string =>
  directory === null
    ? 'interrupted before it began'
    : `interrupted before its first iteration; begin it again with: ${howToResume(directory)}`
