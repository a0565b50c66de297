/** What was trained so far, and how old that makes a turn. */
import { afterTraining, type VersionHistory } from '../../../learning/staleness.ts'
import type { TrainedLine } from '../../journal.ts'
import type { LoggedTurn } from './logged-turn.ts'

type Role = 'policy' | 'rewardModel'

/** @param staleness trainings since a turn was drawn, after which it is left out. */
export function createTrainings(staleness: number) {
  let last: Pick<TrainedLine, Role> = { policy: null, rewardModel: null }
  let versions: Readonly<Record<Role, VersionHistory>> = { policy: { ends: [0] }, rewardModel: { ends: [0] } }

  return {
    last: () => last,
    versions: () => versions,
    isStale: ({ version }: LoggedTurn): boolean => versions.policy.ends.filter(end => end > version).length > staleness,
    add: ({ policy, rewardModel }: Pick<TrainedLine, Role>): void => {
      const since = (role: Role, version: number | null): VersionHistory =>
        version === last[role] ? versions[role] : afterTraining(versions[role], version, staleness + 1)
      versions = { policy: since('policy', policy), rewardModel: since('rewardModel', rewardModel) }
      last = { policy, rewardModel }
    },
    /** What weights drew that were never kept is as old as what the kept ones' predecessors drew: its ratio corrects it. */
    lose: (turn: LoggedTurn): void => {
      const kept = last.policy ?? 0
      if (turn.version > kept) turn.version = kept - 1
    },
  }
}
