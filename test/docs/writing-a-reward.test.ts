/** The pieces of code in docs/writing-a-reward.md, and what the guide says of them. */
import { readFile } from 'node:fs/promises'
import test from 'ava'
import fc from 'fast-check'
import { quorumReward } from '../../examples/quorum-reward.ts'
import { rescore } from '../../examples/rescore.ts'
import {
  consistencyRewards,
  integratedReward,
  consistencyAdvantages,
  type VotedEpisode,
  type Outcome,
  type Vote,
} from '../../src/index.ts'
import { lambdas, outcomes, stepVotes } from '../../src/laws/index.ts'
import { played } from '../run/tiny-run.ts'

test('with a quorum of 0 it is the integrated reward', t => {
  fc.assert(
    fc.property(outcomes, stepVotes, lambdas, (outcome, votes, lambda) => {
      const difference = quorumReward(outcome, votes, { lambda, quorum: 0 }) - integratedReward(outcome, votes, lambda)
      t.true(Math.abs(difference) < 1e-9)
    }),
  )
})

test('bad values are refused by name', t => {
  const refused = (votes: readonly Vote[], lambda: number, quorum: number, message: RegExp) =>
    t.throws(() => quorumReward(1, votes, { lambda, quorum }), { instanceOf: RangeError, message })
  refused([], 1, 0.5, /at least one vote, got 0/)
  refused([1], -1, 0.5, /lambda must be in \[0, ∞\), got -1/)
  refused([1], 1, 2, /quorum must be in \[0, 1\], got 2/)
})

const votes: readonly Vote[] = [1, 1, -1]
const rewardOf = (outcome: Outcome, lambda: number): number => integratedReward(outcome, votes, lambda)
const advantages = (outcome: Outcome, lambda: number) =>
  rounded(consistencyAdvantages([[consistencyRewards(rewardOf(outcome, lambda), votes, 2)]], 'step'))

test('with `step` nothing is left of R but its sign', t => {
  const won = [[[0.71, 0.71, -1.41]]]
  t.deepEqual(advantages(1, 0), won)
  t.deepEqual(advantages(1, 0.3), won)
  t.deepEqual(advantages(1, 1), won)
  t.deepEqual(advantages(-1, 1), [[[-0.71, -0.71, 1.41]]])
  t.deepEqual(advantages(-1, 4), won) /* R = −1 + 4/3: the votes have outvoted the outcome. */
})

/** One won and one lost episode of two steps each. */
const task: readonly VotedEpisode[] = [
  {
    outcome: 1,
    votes: [
      [1, 1, 1],
      [1, 1, -1],
    ],
  },
  {
    outcome: -1,
    votes: [
      [1, 1, -1],
      [-1, -1, -1],
    ],
  },
]

test('over which votes the advantage is standardised makes the difference that the guide shows', async t => {
  const rewards = task.map(({ outcome, votes: ofEpisode }) =>
    ofEpisode.map(of => consistencyRewards(integratedReward(outcome, of, 1), of, 2)),
  )
  const groups = (['step', 'step-index', 'task'] as const).map(group => consistencyAdvantages(rewards, group))
  const cell = (values: readonly number[]) => values.map(value => value.toFixed(2).replace('-', '−')).join(', ')
  const rows = task.flatMap(({ outcome, votes: ofEpisode }, episode) =>
    ofEpisode.map((of, step) => [
      `${outcome === 1 ? 'won' : 'lost'}, ${step}`,
      of.map(vote => (vote === 1 ? '+' : '−')).join(' '),
      ...[rewards, ...groups].map(values => cell(values[episode]![step]!)),
    ]),
  )
  const guide = (await readFile('docs/writing-a-reward.md', 'utf8')).split('\n')
  const shown = guide
    .filter(line => /^\| (won|lost), /.test(line))
    .map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(text => text.trim()),
    )
  t.deepEqual(shown, rows)
})

test('with λ above the penalty less 1 it can pay to be malformed', t => {
  const [, , wrong] = consistencyRewards(integratedReward(1, [1, 1, -1], 4), [1, 1, -1], 2)
  const [, , malformed] = consistencyRewards(integratedReward(1, [1, 1, 0], 4), [1, 1, 0], 2)
  t.true(malformed! > wrong!) /* −2 against −2⅓ */
})

test.serial('a run that is scored again with its own reward stays as it was', async t => {
  const { directory } = await played(t, { iterations: 1 })
  const same = await rescore(directory, 1, (outcome, of) => integratedReward(outcome, of, 0.3))
  t.true(same.steps > 0)
  t.like(same, { reversed: 0, silenced: 0 })
  const opposite = await rescore(directory, 1, (outcome, of) => -integratedReward(outcome, of, 0.3))
  t.is(opposite.steps, same.steps)
  t.true(opposite.reversed > 0 && opposite.silenced === 0)
})

/** To hundredths. */
const rounded = (values: readonly (readonly (readonly number[])[])[]) =>
  values.map(rows => rows.map(row => row.map(value => Math.round(value * 100) / 100)))
