/** Cases as small tables. */
import type { Outcome, Vote } from '../../../reward/votes.ts'
import type { ByStep, ByVote, GroupEpisode } from '../../../methods/rlanything/formulation/formulation.ts'
import type { StepCase, VoteCase } from './cases.ts'
import type { Table } from './law.ts'

const signs: Readonly<Record<Vote, string>> = { [-1]: '−', 0: '0', 1: '+' }

/** `+ + −`, with 0 for a malformed vote. */
export const votesText = (votes: readonly Vote[] | null): string =>
  votes === null ? 'none' : votes.map(vote => signs[vote]).join(' ')

/** To four decimals, or in powers of ten where that says nothing. */
export function numberText(value: number | null | undefined): string {
  if (value === null || value === undefined) return '·'
  if (!Number.isFinite(value) || value === 0) return String(value)
  const size = Math.abs(value)
  return size < 1e-3 || size >= 1e6 ? value.toExponential(3) : String(Number(value.toFixed(4)))
}

/** Two numbers that differ, each as `numberText`, or in as many digits as show that they do. */
export function distinctTexts(
  expected: number | null | undefined,
  found: number | null | undefined,
): readonly [string, string] {
  const texts = [numberText(expected), numberText(found)] as const
  if (texts[0] !== texts[1] || typeof expected !== 'number' || typeof found !== 'number') return texts
  for (let digits = 5; digits <= 17; digits += 1) {
    const [one, other] = [expected, found].map(value => String(Number(value.toPrecision(digits))))
    if (one !== undefined && other !== undefined && one !== other) return [one, other]
  }
  return texts
}

const outcomeText = (outcome: Outcome): string => (outcome === 1 ? 'won' : 'lost')

/** The steps of an episode, of which one is asked for. */
export const stepTable = ({ episode, step, progress: { iteration, iterations } }: StepCase): Table => ({
  columns: ['step', 'votes', 'asked for'],
  rows: episode.votes.map((votes, index) => [
    index,
    votesText(votes),
    index === step ? `${outcomeText(episode.outcome)}, iteration ${iteration} of ${iterations}` : '',
  ]),
})

export const voteTable = ({ outcome, votes, reward }: VoteCase): Table => ({
  columns: ['outcome', 'R of the step', 'votes'],
  rows: [[outcomeText(outcome), numberText(reward), votesText(votes)]],
})

/** Each step of a group on a line, with its computed values. */
export function groupTable(
  group: readonly GroupEpisode[],
  columns: Readonly<Record<string, ByStep | ByVote>> = {},
): Table {
  return {
    columns: ['episode', 'outcome', 'step', 'votes', ...Object.keys(columns)],
    rows: group.flatMap(({ outcome, votes }, episode) =>
      votes.map((ofStep, step) => [
        episode,
        outcomeText(outcome),
        step,
        votesText(ofStep),
        ...Object.values(columns).map(column => cell(column[episode]?.[step])),
      ]),
    ),
  }
}

const cell = (value: number | null | readonly number[] | undefined): string =>
  typeof value === 'object' && value !== null ? value.map(numberText).join(', ') : numberText(value)
