/** The state of a method that keeps nothing besides the iteration and the task slots, which the runner stores. */
import type { MethodSettings } from '../../config/config.ts'
import type { MethodProgram, Progress } from '../method.ts'

export type SlotsOnly = Pick<
  MethodProgram<MethodSettings, object, Progress, never, unknown>,
  'begin' | 'resume' | 'save' | 'ahead'
>

export const slotsOnly: SlotsOnly = {
  begin: (_, slots) => Promise.resolve({ iteration: 0, slots }),
  resume: (_, { iteration, slots }) => Promise.resolve({ iteration, slots }),
  save: () => null,
  ahead: ({ slots }, { iteration }) => ({ iteration: iteration + 1, slots }),
}
