import type { Sampling } from '../../contracts/messages/run.ts'

/** Episodes to be played by a language model: the tasks in rotation, each episode keyed by its number. */
export interface LanguageLoad {
  readonly tasks: readonly unknown[]
  readonly sampling: Omit<Sampling, 'key'>
  readonly seed: number
}
