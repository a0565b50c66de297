/** The runs of a plan, and what there is of each. */
import { finishedRuns, type ExperimentStatus, type RunStatus } from '../../experiment/runner/events.ts'
import { left, right, textTable } from '../../text/text-table.ts'

export function statusTable({ directory, runs, starters }: ExperimentStatus): string {
  const rows = runs.map(status => [status.run.name, stateText(status), iterations(status), threads(status)])
  const table = textTable([left('run'), left('state'), right('iterations'), right('threads')], rows)
  const models = starters.map(({ name, folder, isMade }) => `starters ${name}: ${isMade ? folder : 'to be made'}`)
  const reasons = runs.flatMap(({ run, state }) =>
    state.kind === 'refused'
      ? [`${run.name} is not the run of the plan:`, ...state.reasons.map(each => `  ${each}`)]
      : [],
  )
  return [`experiment ${directory}`, '', table, ...gap(models), ...gap(reasons), '', totals(runs)].join('\n')
}

const gap = (lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : ['', ...lines])

function stateText({ state }: RunStatus): string {
  switch (state.kind) {
    case 'missing':
      return 'to be made'
    case 'unfinished':
      return 'to be resumed'
    case 'running':
      return `running, process ${state.process}`
    case 'finished':
      return 'finished'
    case 'refused':
      return 'another run'
  }
}

const iterations = ({ run, state }: RunStatus): string =>
  `${state.kind === 'missing' || state.kind === 'refused' ? '–' : state.iteration} of ${run.config.iterations}`

const threads = ({ run }: RunStatus): string => String(run.config.engine.threads)

const totals = (runs: readonly RunStatus[]): string => `${finishedRuns(runs)} of ${runs.length} runs are finished`
