import test from 'ava'
import fc from 'fast-check'
import { recordedObserver, type Note } from '../../../src/contracts/episode.ts'
import { unitTestReward } from '../../../src/reward/unit-tests/reward.ts'
import { paperOfPrograms } from '../../../src/methods/rlanything/formulation/paper.ts'
import type { Formulation } from '../../../src/methods/rlanything/formulation/formulation.ts'
import { FailedError } from '../../../src/runtime/errors/failed-error.ts'
import { HangError } from '../../../src/runtime/errors/hang-error.ts'
import type { Client } from '../../../src/contracts/messages/client.ts'
import type { TaskGroup } from '../../../src/rollout/groups.ts'
import { runTestsOfGroups } from '../../../src/reward/unit-tests/run-tests.ts'
import { creditTests } from '../../../src/methods/rlanything/credit/unit-tests.ts'
import { testQuality } from '../../../src/reward/unit-tests/quality.ts'
import { passSharesOf, programsOf, testsOf } from '../../../src/reward/unit-tests/written-tests.ts'
import { noteSamples } from '../../../src/learning/samples.ts'
import { noVersions } from '../../../src/learning/staleness.ts'
import { votedEpisode, member } from '../../run/rollout-arbitraries.ts'

/** A program, and the tests that were written beside it; `null` where they could not be. */
interface Written {
  readonly score: number
  readonly tests: readonly string[] | null
}

function groupOf(written: readonly Written[], passes: TaskGroup['passes'] = null): TaskGroup {
  const members = written.map(({ score, tests }, index) => {
    const { episode } = votedEpisode({ won: score === 1, votes: [[1]] })
    const [step] = episode.steps
    const note = votedAs(tests)
    return member(
      {
        episode: { ...episode, score, steps: [{ ...step!, action: `program ${index}` }] },
        notes: { rewardModel: [note] },
      },
      0,
      index,
    )
  })
  return { task: 'task', members, passes }
}

function votedAs(tests: readonly string[] | null): Note {
  const tokens = Int32Array.of(9)
  if (tests === null) return { kind: 'invalid', context: tokens, reason: 'too long' }
  return {
    kind: 'tests',
    context: tokens,
    promptSuffix: tokens,
    tests: tests.map(text => ({ text, tokens, logprobs: new Float32Array(1), version: 0 })),
  }
}

/** Groups with what passes what. */
const groups: fc.Arbitrary<TaskGroup> = fc
  .array(
    fc.record({
      score: fc.constantFrom(0, 0.25, 0.5, 1),
      tests: fc.option(fc.array(fc.constantFrom('1 -> 2', 'x'), { maxLength: 3 }), { freq: 5 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .chain(written => {
    const count = written.reduce((sum, { tests }) => sum + (tests ?? []).length, 0)
    const row = fc.array(fc.boolean(), { minLength: written.length, maxLength: written.length })
    return fc.array(row, { minLength: count, maxLength: count }).map(passes =>
      groupOf(
        written,
        passes.map(each => [...each]),
      ),
    )
  })

const progress = { iteration: 1, iterations: 1 }
const optionsOf = (own: Partial<Formulation> = {}) => ({
  formulation: { ...paperOfPrograms({ voteGroup: 'task' }), ...own },
  source: 'reward-model' as const,
  progress,
})

test('a program gets its score, and each test what the formula gives it; both are standardised over the group', t => {
  fc.assert(
    fc.property(groups, group => {
      const { rewards, noteRewards, noteAdvantages } = creditTests(group, optionsOf())
      const episodes = group.members.map(({ rollout }) => rollout.episode)
      t.deepEqual(
        rewards.flat(),
        episodes.map(({ score }) => score),
      )
      const correct = episodes.map(({ won }) => won)
      const expected = (group.passes ?? []).map(ofTest => unitTestReward(correct, ofTest))
      t.deepEqual(noteRewards.flat(2), expected)
      const A = noteAdvantages.flat(2)
      t.deepEqual(
        A.map(value => value === null),
        expected.map(value => value === null),
      )
      const known = A.filter(value => value !== null)
      const sum = known.reduce((total, value) => total + value, 0)
      t.true(Math.abs(sum) < 1e-6)
    }),
  )
})

test('a test of which nothing is known is compared with nothing', t => {
  const group = groupOf(
    [
      { score: 1, tests: ['a', 'b'] },
      { score: 0, tests: ['c'] },
    ],
    [
      [true, false],
      [true, true],
      [false, true],
    ],
  )
  const { noteRewards, noteAdvantages } = creditTests(group, optionsOf({ testRewards: () => [3, null, 1] }))
  t.deepEqual(noteRewards, [[[3, null]], [[1]]])
  t.deepEqual(noteAdvantages, [[[1, null]], [[-1]]])
})

test('where no program is correct the tests are dropped for that; others are kept or dropped for a reason', t => {
  const all = { low: 0, high: 1, edges: 'inclusive' as const }
  const options = {
    filter: all,
    balance: false,
    noAdvantageReason: 'no correct program',
    trainings: noVersions,
  } as const
  fc.assert(
    fc.property(groups, group => {
      const credit = creditTests(group, optionsOf())
      const played = { ...group, use: 'train' as const, slot: 0, keys: [] }
      const { packed, dropped } = noteSamples([{ group: played, credit }], options)
      const count = testsOf(group).length
      const trained = packed.flatMap(({ targets }) => targets)
      t.is(trained.length + Object.values(dropped).reduce((sum, of) => sum + of, 0), count)
      t.true(trained.every(({ weight }) => weight === 1))
      const solved = group.members.some(({ rollout }) => rollout.episode.won)
      t.is(dropped['no correct program'] ?? 0, solved ? 0 : count)
    }),
  )
})

test('a formulation that rewards tests wrongly is named', t => {
  const group = groupOf([{ score: 1, tests: ['a'] }], [[true]])
  for (const [testRewards, message] of [
    [() => [], 'testRewards of the formulation paper, of programs must give 1 values, got 0'],
    [() => [NaN], 'testRewards of the formulation paper, of programs must give a finite number or null at 0, got NaN'],
  ] as const)
    t.throws(() => creditTests(group, optionsOf({ testRewards })), { message })
  t.throws(() => creditTests({ ...group, passes: null }, optionsOf()), {
    instanceOf: RangeError,
    message: 'passes must have 1 rows, one a test written, got 0',
  })
})

test('the measures, worked: two tasks, of which nobody solves the second', t => {
  const first = groupOf(
    [
      { score: 1, tests: ['1 -> 2', 'x'] },
      { score: 0.5, tests: ['2 -> 3', '3 -> 3'] },
    ],
    [
      [true, false],
      [false, false],
      [true, true],
      [false, true],
    ],
  )
  const second = groupOf([{ score: 0, tests: ['1 -> 1'] }], [[true]])
  t.deepEqual(
    testQuality([first, second], text => text !== 'x'),
    {
      code: 0.25,
      unitTest: 0.5,
      detect: 0.25,
      pCorrect: 0.5,
      pDetect: 0.4,
      margin: 0.5 + 0.4 - 1,
      malformed: 0.2,
      tests: 5,
    },
  )
  t.deepEqual(passSharesOf(first), [
    [
      [
        { correct: 1, incorrect: 0 },
        { correct: 0, incorrect: 0 },
      ],
    ],
    [
      [
        { correct: 1, incorrect: 1 },
        { correct: 0, incorrect: 1 },
      ],
    ],
  ])
})

test('of nothing there is nothing to measure', t => {
  const nothing = { code: null, unitTest: null, detect: null, pCorrect: null, pDetect: null, margin: null }
  t.deepEqual(
    testQuality([], () => true),
    { ...nothing, malformed: 0, tests: 0 },
  )
})

/** A client whose environment threads answer as told, by the number of the question from 0. */
const clientOf = (
  answer: (to: string, tests: readonly string[], question: number) => boolean[][],
): Pick<Client, 'call'> => {
  let asked = 0
  return {
    call: (async (question: { to: string; tests: readonly string[] }) => ({
      passes: answer(question.to, question.tests, asked++),
    })) as unknown as Client['call'],
  }
}

test('groups go to whichever thread is free, with their programs and all their tests; one without tests goes to nobody', async t => {
  const asked: [string, readonly string[]][] = []
  const client = clientOf((to, tests) => {
    asked.push([to, tests])
    return tests.map(() => [true, false])
  })
  const two = [
    { score: 1, tests: ['a', 'b'] },
    { score: 0, tests: ['c'] },
  ]
  const silent = groupOf([{ score: 1, tests: null }])
  const examined = await runTestsOfGroups(client, [groupOf(two), silent, groupOf(two), groupOf(two)])
  t.deepEqual(asked, [
    ['environment', ['a', 'b', 'c']],
    ['environment', ['a', 'b', 'c']],
    ['environment', ['a', 'b', 'c']],
  ])
  const all = [
    [true, false],
    [true, false],
    [true, false],
  ]
  t.deepEqual(
    examined.map(({ passes }) => passes),
    [all, [], all, all],
  )
  t.deepEqual(programsOf(groupOf(two)), ['program 0', 'program 1'])
})

test('tests that could not be tried are invalid steps, of that group alone; what is wrong with the run ends it', async t => {
  const group = groupOf([{ score: 1, tests: ['a'] }])
  const failing = (error: Error) =>
    runTestsOfGroups(
      clientOf((_to, _tests, question) => {
        if (question === 0) throw error
        return [[true]]
      }),
      [group, group],
    )
  for (const error of [
    new FailedError({ kind: 'crashed', actor: 'environment/0', reason: 'no sandbox', stack: '' }),
    new HangError('environment/0 has not answered'),
    new RangeError('no such task'),
  ]) {
    const [broken, whole] = await failing(error)
    t.deepEqual(broken?.passes, [])
    t.like(broken?.members[0]?.rollout.notes[recordedObserver]?.[0], {
      kind: 'invalid',
      reason: `its tests could not be tried: ${error.message}`,
    })
    t.is(broken?.members[0]?.rollout.episode.score, 1)
    t.deepEqual(whole?.passes, [[true]])
    t.like(whole?.members[0]?.rollout.notes[recordedObserver]?.[0], { kind: 'tests' })
  }
  await t.throwsAsync(failing(new Error('the actors have stopped')), { message: 'the actors have stopped' })
})
