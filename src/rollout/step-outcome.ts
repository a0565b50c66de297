/** The result of an action in a pure world, before any program has been run. */
import type { Environment, ExecutionCheck, Transition } from '../contracts/worlds/environment.ts'

/** An action that has been taken. */
interface PendingStep<State> {
  readonly transition: Transition<State>
  /** The program to run before its outcome is known, if there is one. */
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
