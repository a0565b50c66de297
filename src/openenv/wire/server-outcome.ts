import type { ActResult } from '../../contracts/worlds/world.ts'

interface OutcomeOptions {
  readonly done: boolean
  /** The fields of the observation and of its metadata. */
  readonly told: Readonly<Record<string, unknown>>
  /** [steps so far] */
  readonly rewards: readonly number[]
  /** `null`: a graded return wins nothing. */
  readonly winningReturn: number | null
}

/** The score of an episode that is not won is below 1. */
const largestPart = 1 - Number.EPSILON

/**
 * The server says whether an episode is won. Where it does not, it is won from `winningReturn` on; without one by a last reward of
 * 1 (or `true`) where no step before was paid anything: rewards for steps on the way are grades, and so no success.
 */
export function serverOutcome({
  done,
  told,
  rewards,
  winningReturn,
}: OutcomeOptions): Pick<ActResult, 'score'> & Record<'won' | 'lost', boolean> {
  const sum = rewards.reduce((total, reward) => total + reward, 0)
  const byRewards = winningReturn === null ? isSinglePrize(rewards) : sum >= winningReturn
  const won = done && (typeof told['won'] === 'boolean' ? told['won'] : byRewards)
  if (won) return { won, lost: false, score: 1 }
  const part = shareOf(told['score']) ?? (done ? partOf(sum) : 0)
  return { won, lost: done, score: part }
}

const isSinglePrize = (rewards: readonly number[]): boolean =>
  rewards.at(-1) === 1 && rewards.slice(0, -1).every(reward => reward <= 0)

const shareOf = (value: unknown): number | null => (typeof value === 'number' && value >= 0 && value < 1 ? value : null)

const partOf = (sum: number): number => Math.min(Math.max(sum, 0), largestPart)
