/** Laws of recycled questions, and recyclings that break them. */
import assert from 'node:assert/strict'
import test from 'ava'
import fc from 'fast-check'
import type { Review } from '../../../src/contracts/worlds/review.ts'
import { derive, rootKey } from '../../../src/math/random.ts'
import { answersOf, recycle } from '../../../src/methods/spark/recycle.ts'
import type { PlayedGroup } from '../../../src/rollout/groups.ts'
import { madeUpGroup } from '../made-up-group.ts'

type Recycle = typeof recycle

/** A right answer names its episode by a letter, a wrong one by a digit: both can be told from a question. */
const review: Review<unknown> = {
  verify: (task, answer) => JSON.stringify({ task, answers: [answer] }),
  compare: (task, first, second) => JSON.stringify({ task, answers: [first, second] }),
  reflect: (task, answer) => JSON.stringify({ task, answers: [answer] }),
  replies: { right: 'yes', wrong: 'no', first: 'A', second: 'B' },
}
const answersIn = (text: string): readonly string[] =>
  (JSON.parse(text) as { readonly answers: readonly string[] }).answers
const isRight = (answer: string | undefined): boolean => /^[a-z]/.test(answer ?? '')

const groupOf = (outcomes: readonly ('right' | 'wrong' | 'none')[], slot: number): PlayedGroup => {
  const group = madeUpGroup(
    outcomes.map(outcome => ({ won: outcome === 'right', rewards: [undefined] })),
    slot,
  )
  const members = group.members.map(({ key, rollout }, member) => {
    const action = outcomes[member] === 'none' ? '' : `${outcomes[member] === 'right' ? 'x' : '1'}${member}`
    const steps = rollout.episode.steps.map(step => ({ ...step, action }))
    return { key, rollout: { ...rollout, episode: { ...rollout.episode, steps } } }
  })
  return { ...group, members }
}

const groups = fc
  .array(
    fc.array(fc.constantFrom('right' as const, 'wrong' as const, 'none' as const), { minLength: 1, maxLength: 8 }),
    {
      maxLength: 12,
    },
  )
  .map(all => all.map(groupOf))
const settings = fc.record({
  verdicts: fc.nat(8),
  reflections: fc.nat(8),
  pairs: fc.double({ min: 0, max: 1, noNaN: true }),
  labels: fc.constant('rewards' as const),
})
const keys = fc.nat().map(seed => derive(rootKey(seed), 'recycling'))

const cases = fc.tuple(groups, settings, keys)

/** Each throws where a recycling breaks it. */
const laws: Readonly<Record<string, (by: Recycle) => void>> = {
  'the reply to a verification is the reward of the answer': by =>
    fc.assert(
      fc.property(cases, ([played, options, key]) => {
        for (const { kind, question } of by(played, review, options, key))
          if (kind === 'verify') assert.deepEqual(question.right, [isRight(answersIn(question.text)[0]) ? 'yes' : 'no'])
      }),
    ),
  'of a pair one answer was rewarded, and the reply names it': by =>
    fc.assert(
      fc.property(cases, ([played, options, key]) => {
        for (const { kind, question } of by(played, review, options, key)) {
          if (kind !== 'compare') continue
          const [first, second] = answersIn(question.text)
          assert.notEqual(isRight(first), isRight(second))
          assert.deepEqual(question.right, [isRight(first) ? 'A' : 'B'])
        }
      }),
    ),
  'a reflection begins with a wrong answer, and its right replies are all right answers of the group': by =>
    fc.assert(
      fc.property(cases, ([played, options, key]) => {
        for (const { kind, slot, question } of by(played, review, options, key)) {
          if (kind !== 'reflect') continue
          assert.ok(!isRight(answersIn(question.text)[0]))
          assert.deepEqual(question.right, answersOf(played[slot]!).right)
        }
      }),
    ),
  'verifications are as often of right answers as of wrong ones': by =>
    fc.assert(
      fc.property(cases, ([played, options, key]) => {
        const verifications = by(played, review, options, key).filter(({ kind }) => kind === 'verify')
        const yes = verifications.filter(({ question }) => question.right.includes('yes')).length
        assert.equal(2 * yes, verifications.length)
      }),
    ),
  'there are at most as many as wanted, of each task at most one of a kind': by =>
    fc.assert(
      fc.property(cases, ([played, options, key]) => {
        const all = by(played, review, options, key)
        const reflections = all.filter(({ kind }) => kind === 'reflect').length
        assert.ok(reflections <= options.reflections && all.length - reflections <= options.verdicts)
        assert.equal(new Set(all.map(({ kind, slot }) => `${kind} ${slot}`)).size, all.length)
      }),
    ),
  'the same groups and the same key give the same questions, whatever is played beside them': by =>
    fc.assert(
      fc.property(cases, ([played, options, key]) => {
        assert.deepEqual(by(played, review, options, key), by(structuredClone(played), review, options, key))
      }),
    ),
}

for (const [name, holds] of Object.entries(laws))
  test(name, t => {
    t.notThrows(() => holds(recycle))
  })

const changed =
  (change: (each: ReturnType<Recycle>[number]) => ReturnType<Recycle>[number]): Recycle =>
  (...given) =>
    recycle(...given).map(change)

let calls = 0

/** Recyclings that are none. */
const faults: Readonly<Record<string, Recycle>> = {
  'labels are coins': (played, asked, options, key) => recycle(played, asked, { ...options, labels: 'coins' }, key),
  'every answer is called right': changed(each =>
    each.kind === 'verify' ? { ...each, question: { ...each.question, right: ['yes'] } } : each,
  ),
  'the first of a pair is always the right one': changed(each =>
    each.kind === 'compare' ? { ...each, question: { ...each.question, right: ['A'] } } : each,
  ),
  'outcomes are turned round': (played, ...rest) =>
    recycle(
      played.map(group => ({
        ...group,
        members: group.members.map(({ key, rollout }) => ({
          key,
          rollout: { ...rollout, episode: { ...rollout.episode, won: !rollout.episode.won } },
        })),
      })),
      ...rest,
    ),
  'a verification is asked twice': (...given) => recycle(...given).flatMap(each => [each, each]),
  'verdicts are not balanced': (...given) =>
    recycle(...given).filter(({ kind, question }) => kind !== 'verify' || question.right.includes('yes')),
  'chance is that of the call': (played, asked, options, key) =>
    recycle(played, asked, options, derive(key, (calls += 1))),
}

for (const [fault, by] of Object.entries(faults))
  test(`a recycling is caught at this: ${fault}`, t => {
    const usual = fc.readConfigureGlobal()
    /* In 1 of 200 tries the usual 100 cases have none in which some fault shows. */
    fc.configureGlobal({ ...usual, numRuns: 2000 })
    try {
      t.throws(() => {
        for (const holds of Object.values(laws)) holds(by)
      })
    } finally {
      fc.configureGlobal(usual)
    }
  })

test('coins agree with the rewards in half of the cases: labels that say nothing', t => {
  const played = Array.from({ length: 2000 }, (_, slot) => groupOf(['right', 'wrong', 'wrong', 'right'], slot))
  const options = { verdicts: 2000, reflections: 0, pairs: 0.5, labels: 'coins' as const }
  const asked = recycle(played, review, options, rootKey(3))
  const agree = asked.filter(({ kind, question }) => {
    const [answer] = answersIn(question.text)
    return question.right[0] === (kind === 'verify' ? (isRight(answer) ? 'yes' : 'no') : isRight(answer) ? 'A' : 'B')
  }).length
  t.true(Math.abs(agree / asked.length - 0.5) < 0.04, `${agree} of ${asked.length}`)
})

test('the shares of the source: 3 of 10 tasks with right and wrong answers give a verification, the others a pair', t => {
  const played = Array.from({ length: 2000 }, (_, slot) => groupOf(['right', 'wrong'], slot))
  const options = { verdicts: 2000, reflections: 2000, pairs: 0.7, labels: 'rewards' as const }
  const asked = recycle(played, review, options, rootKey(4))
  const count = (wanted: string) => asked.filter(({ kind }) => kind === wanted).length
  t.true(Math.abs(count('compare') / 2000 - 0.7) < 0.04)
  t.is(count('reflect'), 2000)
})
