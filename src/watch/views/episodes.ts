/** The episodes of an iteration, in short and one in full. */
import { outcomeWord } from '../../run/directory/records/outcome-word.ts'
import { groupBy } from '../../math/group-by.ts'
import { mean } from '../../math/statistics.ts'
import type { EpisodeRow } from '../../run/directory/records/episode-row.ts'
import type { EpisodeDetail, ShownStep, EpisodeSummary } from '../contract/episodes.ts'

export const summariesOf = (rows: readonly EpisodeRow[]): readonly EpisodeSummary[] =>
  [...groupBy(rows, ({ episode }) => episode).values()].map(own => {
    const [{ episode, use, slot, member, won, score, ending }] = own
    const rewards = own.flatMap(({ reward }) => reward ?? [])
    return {
      episode,
      use,
      slot,
      member,
      won,
      score,
      outcome: outcomeWord({ won, ending }),
      truncated: own.filter(({ finish }) => finish === 'length').length,
      steps: own.length,
      reward: rewards.length === 0 ? null : mean(rewards),
      invalid: own.filter(({ invalid }) => invalid !== null).length,
      firstBad: own.find(({ good }) => good === false)?.step ?? null,
    }
  })

/** @param screens [T + 1] as HTML, or none. */
export function episodeDetail(
  rows: readonly [EpisodeRow, ...EpisodeRow[]],
  { goal, screens, notes }: { goal: string | null; screens: readonly string[]; notes: readonly string[] },
): EpisodeDetail {
  const [{ episode, iteration, slot, won, score, opening }] = rows
  return {
    episode,
    iteration,
    slot,
    won,
    score,
    goal,
    opening: opening ?? '',
    steps: rows.map((row, index) => stepOf(row, screens[index] ?? null)),
    lastScreen: screens[rows.length] ?? null,
    notes,
  }
}

function stepOf(row: EpisodeRow, screen: string | null): ShownStep {
  const { step, agent, action, observation, good, goodReason, invalid, reward, advantage } = row
  return {
    ...{ step, agent, action, observation, good, goodReason, invalid, reward, advantage, screen },
    verdicts: row.verdicts.map((value, index) => ({ value, reason: row.verdictReasons[index] ?? '' })),
    tests: row.tests.map((text, index) => ({
      text,
      passedByCorrect: row.passedByCorrect[index] ?? null,
      passedByIncorrect: row.passedByIncorrect[index] ?? null,
    })),
  }
}
