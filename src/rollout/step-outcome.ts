/** What an action leads to, where that may take running a program. */
import { defer, map, of, type Observable } from '../streams/rxjs.ts'
import type { Environment, ExecutionCheck, GradedStep, Transition } from '../contracts/environment.ts'
import type { Job, TestResult } from '../contracts/job.ts'

/** What came of an action. */
export interface StepOutcome<State> extends GradedStep {
  readonly state: State
}

/** An action that has been taken. */
export interface PendingStep<State> {
  readonly transition: Transition<State>
  /** What has to be run before it is known what came of it, if anything has. */
  readonly executionCheck: ExecutionCheck | null
}

export function beginStep<Task, State>(
  world: Environment<Task, State>,
  before: State,
  action: string,
): PendingStep<State> {
  const transition = world.step(before, action)
  return { transition, executionCheck: world.executionCheck?.(transition.state) ?? null }
}

/** What came of an action that needed no examination. */
export const gradedAtOnce = <Task, State>(
  world: Environment<Task, State>,
  before: State,
  action: string,
  transition: Transition<State>,
): StepOutcome<State> => ({ ...transition, score: transition.won ? 1 : 0, label: world.label(before, action) })

/** Runs a program on its tests. */
export type RunJob = (job: Job) => Promise<readonly TestResult[]>

/** @returns one value: at once, unless a program has to be run first. What the world or the run throws is its error. */
export const stepEnvironment = <Task, State>(
  world: Environment<Task, State>,
  run: RunJob,
  before: State,
  action: string,
): Observable<StepOutcome<State>> =>
  defer(() => {
    const { transition, executionCheck: examination } = beginStep(world, before, action)
    if (examination === null) return of(gradedAtOnce(world, before, action, transition))
    const { job, grade } = examination
    return defer(() => run(job)).pipe(map(results => ({ state: transition.state, ...grade(results) })))
  })
