/** The groups of a run's table of episodes, as formulas of credit take them: without tokens, which it does not keep. Pure. */
import type { EpisodeKey, EpisodeStep, Note, Rollout } from '../contracts/episode.ts'
import { recordedObserver } from '../contracts/episode.ts'
import { groupBy } from '../math/group-by.ts'
import { unsampled } from '../rollout/episode/from-function.ts'
import type { EpisodeRow } from '../run/directory/records/episode-row.ts'

/** An episode that was trained on. */
export interface StoredEpisode {
  readonly key: EpisodeKey
  /** [steps] */
  readonly rows: readonly [EpisodeRow, ...EpisodeRow[]]
  readonly rollout: Rollout
}

/** Episodes of one task that were compared with each other. */
export type StoredGroup = readonly StoredEpisode[]

/** The groups that had rewards; those of proposed tasks that were rejected had none. */
export function storedGroups(rows: readonly EpisodeRow[]): readonly StoredGroup[] {
  const credited = [...groupBy(rows, ({ use, slot }) => `${use} ${slot}`).values()].filter(group =>
    group.some(({ reward }) => reward !== null),
  )
  return credited.map(group =>
    [...groupBy(group, ({ member }) => member).values()].map(ofEpisode => {
      const [{ use, iteration, slot, member }] = ofEpisode
      return { key: { use, iteration, slot, episode: member }, rows: ofEpisode, rollout: rolloutOf(ofEpisode) }
    }),
  )
}

const { context, ...none } = unsampled

function rolloutOf(rows: StoredEpisode['rows']): Rollout {
  const [{ episode, opening, won, score, ending }] = rows
  const steps = rows.map(({ agent, action, observation, situation, good, goodReason }): EpisodeStep => {
    const label = good === null ? null : { good, reason: goodReason ?? '' }
    return { ...unsampled, agent, action, observation, label, ...(situation === null ? {} : { situation }) }
  })
  const id = { id: episode, opening: opening ?? '', ending: ending ?? 'terminal' }
  return { episode: { ...id, steps, won, score }, notes: { [recordedObserver]: rows.map(noteOf) } }
}

function noteOf({ verdicts, verdictReasons, softVerdicts, invalid }: EpisodeRow): Note {
  if (verdicts.length === 0) return { kind: 'invalid', context, reason: invalid ?? 'no verdicts' }
  const samples = verdicts.map((value, j) => {
    const soft = softVerdicts[j]
    return { ...none, value, reason: verdictReasons[j] ?? '', ...(soft === undefined ? {} : { soft }) }
  })
  return { kind: 'verdicts', context, promptSuffix: context, verdicts: samples }
}
