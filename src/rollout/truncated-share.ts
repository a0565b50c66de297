import type { EpisodeStep } from '../contracts/episode.ts'
import type { Sample } from '../contracts/models/device.ts'
import { shareOf } from '../math/statistics.ts'

type Answer = Partial<Pick<Sample, 'finish'>>

/** All that was sampled for steps: of a tree the candidates. */
export const actionsOf = (steps: readonly EpisodeStep[]): readonly Answer[] =>
  steps.flatMap((step): readonly Answer[] => step.candidates ?? [step])

/** Share of the answers that their most tokens cut off, of those of which it is known; `null` if of none. */
export const truncatedShare = (answers: readonly Answer[]): number | null =>
  shareOf(answers.flatMap(({ finish }) => (finish === undefined ? [] : [finish === 'length'])))
