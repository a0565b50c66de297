/** The result of an action in a pure world, before any program has been run. */
import type { Environment, ExecutionCheck, Transition } from '../contracts/environment.ts'

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
