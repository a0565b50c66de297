import test from 'ava'
import fc from 'fast-check'
import { desk } from '../../../../environments/desk/index.ts'
import { drawPredicate } from '../../../../environments/desk/generation/draw-predicate.ts'
import { predicateOf, writtenGoal } from '../../../../environments/desk/proposals/goal.ts'
import { deskProposals } from '../../../../environments/desk/proposals/proposals.ts'
import { writtenKinds, wordsOf } from '../../../../environments/desk/proposals/words.ts'
import { deskPrompts } from '../../../../environments/desk/prompts.ts'
import { predicatesOf, type DeskTask } from '../../../../environments/desk/tasks/task.ts'
import { randomFrom, rootKey } from '../../../../src/math/random.ts'
import { smallDesk } from '../small-desk.ts'

const draw = (seed: number): DeskTask => desk().generate('train', randomFrom(rootKey(seed)))
const random = randomFrom(rootKey(1))
const goalsOf = (task: DeskTask, verifier = task.verifier) =>
  (task.verifiers[verifier] ?? []).map(predicate => writtenGoal(predicate, task.data))

test('every predicate that a desk can draw is written in words, and read as it was', t => {
  fc.assert(
    fc.property(fc.nat({ max: 50 }), fc.nat(), (seed, chance) => {
      const { data } = draw(seed)
      const predicate = drawPredicate(data, randomFrom(rootKey(chance)))
      if (predicate === null) return
      t.deepEqual(predicateOf('goal', structuredClone(writtenGoal(predicate, data)), data), predicate)
    }),
  )
})

test('the same goals with the same hint are the task as it was, in any order; with another hint they are another', t => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const task = draw(seed)
    const goals = goalsOf(task).toReversed()
    t.deepEqual(deskProposals.apply(task, { goals, hint: task.hint }, random).task, task)
    const { task: hinted, reason } = deskProposals.apply(task, { goals, hint: 2 }, random)
    t.deepEqual(hinted, { ...task, hint: 2 })
    t.regex(reason, / with hint 0 into .* with hint 2\.$/)
  }
})

test('goals that were made for the desk switch its verifier; others take the place of the one that counts', t => {
  const task = draw(7)
  const { task: switched } = deskProposals.apply(task, { goals: goalsOf(task, 1), hint: 0 }, random)
  t.deepEqual({ ...switched, stepLimit: 0 }, { ...task, verifier: 1, stepLimit: 0 })
  const small = smallDesk([{ kind: 'star', mail: 1 }])
  const goals = [
    { kind: 'ENTER', name: 'emma', phone: 'code in Lunch of Ann' },
    { kind: 'set', setting: 'Text size', value: 'Large' },
  ]
  const { task: changed } = deskProposals.apply(small, { goals, hint: 0 }, random)
  t.deepEqual(predicatesOf(changed), [
    { kind: 'enter', name: 'Emma', phone: '501', source: { kind: 'code', mail: 0 } },
    { kind: 'set', setting: 'textSize', value: 'Large' },
  ])
  t.true(desk().valid(changed))
  t.is(desk().describe(changed), 'Task: add the contact Emma with the code in Lunch of Ann; set Text size to Large.')
})

const refused: readonly (readonly [why: string, proposal: unknown, message: RegExp])[] = [
  ['no goals', { goals: [], hint: 0 }, /^proposal\.goals must be a list of 1 to 7, got \[\]/],
  ['too many', { goals: Array(8).fill({ kind: 'star' }), hint: 0 }, /^proposal\.goals must be a list of 1 to 7/],
  ['no hint', { goals: [{ kind: 'star', mail: 'Lunch of Bob' }] }, /^proposal\.hint must be one of 0, .* got nothing/],
  [
    'an unknown kind',
    { goals: [{ kind: 'fly' }], hint: 0 },
    /^proposal\.goals\[0\]\.kind must be one of set, .* "fly"/,
  ],
  ['what is not there', { goals: [{ kind: 'erase', file: 'Map' }], hint: 0 }, /\.file must be one of .*Report.* "Map"/],
  [
    'a name that is taken',
    { goals: [{ kind: 'rename', file: 'Report', name: 'Notes' }], hint: 0 },
    /\.name must be one of .* "Notes"/,
  ],
  [
    'a value of another setting',
    { goals: [{ kind: 'set', setting: 'Volume', value: 'on' }], hint: 0 },
    /\.value must be one of Low, Medium, High, got "on"/,
  ],
  [
    'a city as a phone',
    { goals: [{ kind: 'update', contact: 'Carla', field: 'phone', value: 'Oslo' }], hint: 0 },
    /\.value must be one of 500, .* "Oslo"/,
  ],
  [
    'what holds already',
    { goals: [{ kind: 'set', setting: 'Wi-Fi', value: 'off' }], hint: 0 },
    /^proposal\.goals\[0\] must not hold already, got .*Wi-Fi/,
  ],
  [
    'two about the same',
    {
      goals: [
        { kind: 'star', mail: 'Lunch of Ann' },
        { kind: 'delete', mail: 'Lunch of Ann' },
      ],
      hint: 0,
    },
    /^proposal\.goals must be about different things/,
  ],
]
for (const [why, proposal, message] of refused)
  test(`desk: a proposal is refused for ${why}`, t => {
    t.throws(() => deskProposals.apply(smallDesk([{ kind: 'star', mail: 1 }]), proposal, random), {
      instanceOf: RangeError,
      message,
    })
  })

test('an empty desk is asked for what can be done there, and the prompt names every kind of goal', t => {
  const { data } = smallDesk([])
  const words = wordsOf({ ...data, mails: [], events: [], files: [], contacts: [] })
  t.deepEqual(Object.keys(words), ['set', 'send', 'schedule', 'enter'])
  for (const kind of writtenKinds) t.true(deskPrompts('calls').proposer?.includes(`"${kind}"`), kind)
})
