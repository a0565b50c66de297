import type { Sampling } from '../../contracts/messages/run.ts'

/** What is played by a language model: the tasks in turn, each episode keyed by its number. */
export interface LanguageLoad {
  readonly tasks: readonly unknown[]
  readonly sampling: Omit<Sampling, 'key'>
  readonly seed: number
}
