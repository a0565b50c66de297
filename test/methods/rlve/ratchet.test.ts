import assert from 'node:assert/strict'
import test from 'ava'
import fc from 'fast-check'
import type { Ladder } from '../../../src/contracts/worlds/environment.ts'
import { climb, drawProblems, startOfRatchet, type RatchetState } from '../../../src/methods/rlve/ratchet.ts'
import { parseRatchet } from '../../../src/methods/rlve/state.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import { nth } from '../../../src/math/nth.ts'
import { lookUp } from '../../../src/math/look-up.ts'
import { present } from '../../fixtures/present.ts'
import { lastOf } from '../../../src/math/last-of.ts'

/** Problems that say where they come from. */
const ladder: Ladder<string> = {
  families: [
    { name: 'a', top: 30 },
    { name: 'b', top: 2 },
    { name: 'c', top: 30 },
  ],
  generate: (family, level, random) => `${family} ${level} ${random.integer(1_000_000)}`,
}
const groupSize = 4
const settings = { threshold: 0.9, minPrompts: 2, window: 4 }
const key = derive(rootKey(3), 'ratchet test')

type Climb = typeof climb

/** Some iterations of a policy that answers right with this chance at any level. */
function climbed(
  seed: number,
  skill: (level: number) => number,
  { iterations = 40, minPrompts = settings.minPrompts, by = climb } = {},
) {
  const states: RatchetState[] = [startOfRatchet(ladder, 0)]
  return Array.from({ length: iterations }, (_, iteration) => {
    const before = lastOf(states)
    const { problems, state } = drawProblems(ladder, before, { window: settings.window, count: 6, key })
    const random = randomFrom(derive(rootKey(seed), iteration))
    const answers = problems.map(({ family, level }) => ({
      family,
      level,
      right: Array.from({ length: groupSize }, () => random.uniform() < skill(level)),
    }))
    const { state: after, checks } = by(ladder, state, answers, { ...settings, minPrompts, groupSize })
    states.push(after)
    return { before, problems, answers, checks, after }
  })
}

const skills = fc.record({ seed: fc.nat(), high: fc.double({ min: 0.5, max: 1, noNaN: true }), fall: fc.nat(20) })
const skillOf =
  ({ high, fall }: { high: number; fall: number }) =>
  (level: number) =>
    level <= fall ? high : 0.2

/** Each throws where a ratchet breaks it. */
const laws = {
  'a level never falls, rises by one at a time, and not above the top of its ladder': (by: Climb): void =>
    fc.assert(
      fc.property(skills, each => {
        for (const { before, after } of climbed(each.seed, skillOf(each), { by }))
          for (const { name, top } of ladder.families) {
            const rise = present(after.rungs[name]).level - present(before.rungs[name]).level
            assert.ok(rise === 0 || rise === 1)
            assert.ok(present(after.rungs[name]).level <= top)
          }
      }),
      { numRuns: 30 },
    ),
  'every rise has its evidence: answers at level h alone, enough of them, and right often enough': (by: Climb): void =>
    fc.assert(
      fc.property(skills, each => {
        const since = new Map(ladder.families.map(({ name }) => [name, { right: 0, answers: 0 }]))
        for (const { before, answers, checks, after } of climbed(each.seed, skillOf(each), { by }))
          for (const { family, level, right, answers: all, rises } of checks) {
            assert.equal(level, present(before.rungs[family]).level)
            const counted = answers
              .filter(one => one.family === family && one.level === level)
              .flatMap(one => one.right)
            const sum = lookUp(since, family)
            const evidence = {
              right: sum.right + counted.filter(isRight => isRight).length,
              answers: sum.answers + counted.length,
            }
            assert.deepEqual({ right, answers: all }, evidence)
            const isDue = all >= settings.minPrompts * groupSize
            const top = nth(
              ladder.families.filter(({ name }) => name === family),
              0,
            ).top
            assert.equal(rises, isDue && right / all >= settings.threshold && level < top)
            assert.equal(present(after.rungs[family]).level, level + (rises ? 1 : 0))
            since.set(family, isDue ? { right: 0, answers: 0 } : evidence)
          }
      }),
      { numRuns: 30 },
    ),
} as const

for (const [name, holds] of Object.entries(laws))
  test(name, t => {
    t.notThrows(() => {
      holds(climb)
    })
  })

/** Ratchets that are none. */
const faults: Readonly<Record<string, Climb>> = {
  'answers at every level count': (ladder, state, answers, options) =>
    climb(
      ladder,
      state,
      answers.map(each => ({ ...each, level: present(state.rungs[each.family]).level })),
      options,
    ),
  'counts go on after a check that raises nothing': (ladder, state, answers, options) => {
    const done = climb(ladder, state, answers, options)
    const kept = done.checks.map(({ family, rises, right, answers: all, level }) => [
      family,
      rises ? done.state.rungs[family] : { level, right, answers: all },
    ])
    return { ...done, state: { ...done.state, rungs: Object.fromEntries(kept) } }
  },
  'a rise takes too little': (ladder, state, answers, options) =>
    climb(ladder, state, answers, { ...options, threshold: 0.5 }),
  'it is looked at too early': (ladder, state, answers, options) =>
    climb(ladder, state, answers, { ...options, minPrompts: 1 }),
  'a level falls where a check fails': (ladder, state, answers, options) => {
    const done = climb(ladder, state, answers, options)
    const lowered = Object.entries(done.state.rungs).map(([family, rung]) => [
      family,
      rung.answers === 0 && rung.level > 0 && done.checks.some(check => check.family === family && !check.rises)
        ? { ...rung, level: rung.level - 1 }
        : rung,
    ])
    return { ...done, state: { ...done.state, rungs: Object.fromEntries(lowered) } }
  },
}

for (const [fault, by] of Object.entries(faults))
  test(`a ratchet is caught at this: ${fault}`, t => {
    t.throws(() => {
      for (const holds of Object.values(laws)) holds(by)
    })
  })

test('problems are of the window below h, and each is reproduced from its seed', t => {
  fc.assert(
    fc.property(skills, each => {
      climbed(each.seed, skillOf(each)).forEach(({ before, problems }, iteration) => {
        t.deepEqual(
          problems.map(({ seed }) => seed),
          problems.map((_, index) => 6 * iteration + index),
        )
        for (const { family, level, seed, task } of problems) {
          const { level: h } = present(before.rungs[family])
          t.true(level <= h && level > h - settings.window && level >= 0)
          t.is(task, ladder.generate(family, level, randomFrom(derive(key, 'problem', seed))))
          const again = drawProblems(ladder, { ...before, drawn: seed }, { window: settings.window, count: 1, key })
          t.deepEqual(again.problems, [{ family, level, seed, task }])
        }
      })
    }),
    { numRuns: 20 },
  )
})

test('an answer by chance alone does not raise a level: labels that say nothing', t => {
  const shuffled = lastOf(climbed(5, () => 0.5, { iterations: 200, minPrompts: 32 })).after
  t.deepEqual(
    Object.values(shuffled.rungs).map(({ level }) => level),
    [0, 0, 0],
  )
})

test('the worked numbers of the source: 128 answers, 9 in 10 right', t => {
  const state = startOfRatchet({ families: [{ name: 'a', top: 9 }] }, 0)
  const answers = (right: number) => [
    { family: 'a', level: 0, right: Array.from({ length: 128 }, (_, index) => index < right) },
  ]
  const levelAfter = (right: number, count = 128) => {
    const own = [{ family: 'a', level: 0, right: nth(answers(right), 0).right.slice(0, count) }]
    return climb({ families: [{ name: 'a', top: 9 }] }, state, own, {
      threshold: 0.9,
      minPrompts: 8,
      groupSize: 16,
    }).state.rungs['a']
  }
  t.deepEqual(levelAfter(116), { level: 1, right: 0, answers: 0 })
  t.deepEqual(levelAfter(115), { level: 0, right: 0, answers: 0 })
  t.deepEqual(levelAfter(127, 127), { level: 0, right: 127, answers: 127 })
})

test('what is wrong is refused: a problem above h, a state of something else', t => {
  const state = startOfRatchet(ladder, 0)
  const high = [{ family: 'a', level: 1, right: [true] }]
  t.throws(() => climb(ladder, state, high, { ...settings, groupSize }), {
    instanceOf: RangeError,
    message: /level of a problem of a must be at most 0, got 1/,
  })
  const names = ['a', 'b', 'c']
  t.deepEqual(parseRatchet(JSON.parse(JSON.stringify(state)), names), state)
  t.throws(() => parseRatchet({ rungs: {} }, names), {
    instanceOf: RangeError,
    message: /^state of rlve\.drawn: .*, got nothing$/,
  })
  t.throws(() => parseRatchet(state, ['a', 'd']), { instanceOf: RangeError, message: /must be over a, d, got a, b, c/ })
})

test('a ladder begins where it is told to, at most at its top', t => {
  const { rungs } = startOfRatchet(ladder, 5)
  t.deepEqual([rungs['a']?.level, rungs['b']?.level], [5, 2])
})
