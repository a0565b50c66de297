/** What an action leads to, where that may take running a program. */
import { defer, map, of, type Observable } from '../streams/rxjs.ts'
import type { Environment, Examination, Examined, Transition } from '../contracts/environment.ts'
import type { Job, TestResult } from '../sandbox/job.ts'

/** What came of an action. */
export interface Taken<State> extends Examined {
  readonly state: State
}

/** An action that has been taken. */
export interface Move<State> {
  readonly transition: Transition<State>
  /** What has to be run before it is known what came of it, if anything has. */
  readonly examination: Examination | null
}

export function move<Task, State>(world: Environment<Task, State>, before: State, action: string): Move<State> {
  const transition = world.step(before, action)
  return { transition, examination: world.examine?.(transition.state) ?? null }
}

/** What came of an action that needed no examination. */
export const unexamined = <Task, State>(
  world: Environment<Task, State>,
  before: State,
  action: string,
  transition: Transition<State>,
): Taken<State> => ({ ...transition, score: transition.won ? 1 : 0, label: world.label(before, action) })

/** Runs a program on its tests. */
export type RunJob = (job: Job) => Promise<readonly TestResult[]>

/** @returns one value: at once, unless a program has to be run first. What the world or the run throws is its error. */
export const take = <Task, State>(
  world: Environment<Task, State>,
  run: RunJob,
  before: State,
  action: string,
): Observable<Taken<State>> =>
  defer(() => {
    const { transition, examination } = move(world, before, action)
    if (examination === null) return of(unexamined(world, before, action, transition))
    const { job, conclude } = examination
    return defer(() => run(job)).pipe(map(results => ({ state: transition.state, ...conclude(results) })))
  })
