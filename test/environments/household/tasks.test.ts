/** Tasks from files and by edits. */
import test from 'ava'
import fc from 'fast-check'
import { isSameSide } from '../../../environments/household/generation/generate.ts'
import { goalSentence } from '../../../environments/household/play/goal.ts'
import { household } from '../../../environments/household/index.ts'
import { allKinds, receptacleKinds } from '../../../environments/household/tasks/tables.ts'
import type { HouseholdTask } from '../../../environments/household/tasks/task.ts'
import { randomFrom, rootKey } from '../../../src/math/random.ts'
import { present } from '../../fixtures/present.ts'

const world = household()
const rich = household({ receptacles: [8, 14], goals: ['place', 'light', 'clean', 'heat', 'cool', 'two'] })
const task = world.generate('train', randomFrom(rootKey(5)))
const [first] = task.room.receptacles

const changedReceptacle = (change: object) => ({
  ...task,
  room: { ...task.room, receptacles: [{ ...first, ...change }, ...task.room.receptacles.slice(1)] },
})

const broken: readonly (readonly [string, unknown, RegExp])[] = [
  ['nothing', null, /^task: .*got null/],
  ['no goal', { ...task, goal: undefined }, /^task\.goal: .*got nothing/],
  ['a strange goal', { ...task, goal: { ...task.goal, kind: 'pick_wash' } }, /^task\.goal\.kind: .*got "pick_wash"/],
  ['no steps', { ...task, stepLimit: 0 }, /^task\.stepLimit: .*got 0/],
  [
    'a receptacle twice',
    { ...task, room: { ...task.room, receptacles: [first, first] } },
    /every id must be there once/,
  ],
  ['no receptacle', { ...task, room: { ...task.room, receptacles: [] } }, /^task\.room\.receptacles: /],
  [
    'a thing in the attic',
    { ...task, room: { ...task.room, things: [{ ...task.room.things[0], receptacles: ['attic_bar_01'] }] } },
    /^task\.room\.things\[0\]: must be in something of the room, got "attic_bar_01"/,
  ],
  [
    'a kind of nothing',
    changedReceptacle({ kind: 'x' }),
    /^task\.room\.receptacles\[0\]\.kind: must be a kind.*got "x"/,
  ],
  ['a name of nothing', changedReceptacle({ id: '🦊_bar_01' }), /^task\.room\.receptacles\[0\]\.id: must begin with/],
  ['a start that is nowhere', { ...task, room: { ...task.room, start: 'NaN' } }, /^task\.room\.start: must be a place/],
  [
    'a goal of nothing',
    { ...task, goal: { ...task.goal, thing: 'Fox' } },
    /^task\.goal\.thing: must be a kind.*got "Fox"/,
  ],
  ['one field too many', { ...task, name: 'x' }, /^task: .*name/],
]
for (const [what, value, message] of broken) {
  test(`a household task file is refused by name: ${what}`, t => {
    t.throws(() => world.parseTask(value), { instanceOf: RangeError, message })
  })
}

test('every edit applies somewhere, and its sentence says the goal that is scored', t => {
  for (const direction of ['harder', 'easier'] as const) {
    for (const name of world.editNames(direction)) {
      let applied = 0
      for (let seed = 0; seed < 60 && applied < 3; seed += 1) {
        const random = randomFrom(rootKey(seed))
        const plain = rich.generate('train', random)
        const before = name === 'remove-hint' ? present(rich.edit(plain, 'add-hint', random)).task : plain
        const edited = rich.edit(before, name, random)
        if (edited === null) continue
        applied += 1
        const said = [goalSentence(edited.task.goal, 0), goalSentence(edited.task.goal, 1)]
        t.true(
          said.some(sentence => edited.task.sentence.startsWith(sentence)),
          edited.task.sentence,
        )
        t.true(isSameSide(before.room.receptacles, edited.task.room.receptacles))
      }
      t.true(applied > 0, `${name} never applied`)
    }
  }
})

test('a hint is true', t => {
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.nat(), seed => {
        const random = randomFrom(rootKey(seed))
        const hinted = present(world.edit(world.generate('train', random), 'add-hint', random)).task
        const [, where] = present(/, one is in (.*)$/.exec(hinted.sentence))
        let { state } = world.start(hinted)
        const seen = world.step(state, `go to ${present(where)}`)
        state = seen.state
        const all = `${seen.observation} ${world.step(state, `open ${present(where)}`).observation}`
        if (!all.includes(` ${hinted.goal.thing.toLowerCase()} `)) throw new Error(`${hinted.sentence}: ${all}`)
      }),
      { numRuns: 50 },
    ),
  )
})

test('an edit that does not exist is refused by name', t => {
  t.throws(() => world.edit(task, 'paint-it-black', randomFrom(rootKey(0))), {
    instanceOf: RangeError,
    message: /^no edit named paint-it-black: there are longer-goal, /,
  })
})

test('a corrupted task is refused, means the same, or is another task in the words of the world', t => {
  const vocabulary = new Set(allKinds.concat(receptacleKinds).map(kind => kind.toLowerCase()))
  const junk = fc.oneof(fc.string(), fc.constantFrom('x', '🦊', 'NaN', '', 'attic'), fc.anything())
  const leaves = leavesOf(task)
  fc.assert(
    fc.property(fc.constantFrom(...leaves), junk, (path, value) => {
      let parsed: HouseholdTask
      try {
        parsed = world.parseTask(replaced(task, path, value))
      } catch (thrown) {
        t.true(thrown instanceof RangeError)
        return
      }
      const { receptacles, things, start } = parsed.room
      for (const { id, kind } of [...receptacles, ...things]) {
        t.true(vocabulary.has(kind.toLowerCase()), kind)
        t.true(vocabulary.has(id.toLowerCase().split('_bar_')[0] ?? ''), id)
      }
      t.regex(start, /^loc_bar_/)
      t.true(vocabulary.has(parsed.goal.thing.toLowerCase()) && vocabulary.has(parsed.goal.place.toLowerCase()))
    }),
    { numRuns: 500 },
  )
})

type Path = readonly (string | number)[]

function leavesOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, part]) =>
    leavesOf(part, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

function replaced(value: unknown, [key, ...rest]: Path, leaf: unknown): unknown {
  if (key === undefined) return leaf
  const copy = structuredClone(value) as Record<string | number, unknown>
  copy[key] = replaced(copy[key], rest, leaf)
  return copy
}
