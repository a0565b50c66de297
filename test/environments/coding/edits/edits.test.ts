/** Tasks made from tasks. */
import test from 'ava'
import { coding, type CodingTask } from '../../../../environments/coding/index.ts'
import { clauseEdits } from '../../../../environments/coding/edits/edit-clauses.ts'
import { isUnseen, splitOf } from '../../../../environments/coding/options/splits.ts'
import type { Difficulty } from '../../../../environments/coding/tasks/task.ts'
import { clauseParaphrases, usageOf } from '../../../../environments/coding/prompts/paraphrases.ts'
import { difficultyOf, sayClause } from '../../../../environments/coding/prompts/wording.ts'
import { derive, randomFrom, rootKey } from '../../../../src/math/random.ts'
import { present } from '../../../fixtures/present.ts'
import { nth } from '../../../../src/math/nth.ts'

const world = coding({ clauses: [1, 4], length: [4, 7], k: [1, 6], distractors: [0, 2], examples: [0, 2], unsaid: 0.2 })
const tasks = (['train', 'unseen'] as const).flatMap(split =>
  Array.from({ length: 60 }, (_, seed) => world.generate(split, randomFrom(derive(rootKey(seed), split)))),
)
const edited = (name: string, complaint: string | null = null) =>
  tasks.flatMap((before, seed) => {
    const edit = world.edit(before, name, randomFrom(derive(rootKey(seed), name)), complaint)
    return edit === null ? [] : [{ before, after: edit.task, reason: edit.reason }]
  })

/** What each edit changes of the difficulty, and by how much; nothing else may change but what a change of clauses brings along. */
const effects: readonly (readonly [name: string, mark: keyof Difficulty, by: number])[] = [
  ['add-clause', 'clauses', 1],
  ['larger-number', 'numbers', 1],
  ['longer-lists', 'longest', 1],
  ['rarer-words', 'unusual', 1],
  ['add-distractor', 'distractors', 1],
  ['remove-example', 'examplesMissing', 1],
  ['hide-words', 'unsaid', 1],
  ['remove-clause', 'clauses', -1],
  ['smaller-number', 'numbers', -1],
  ['shorter-lists', 'longest', -1],
  ['commoner-words', 'unusual', -1],
  ['remove-distractor', 'distractors', -1],
  ['add-example', 'examplesMissing', -1],
  ['show-words', 'unsaid', -1],
  ['replace-clause', 'clauses', 0],
]
for (const [name, mark, by] of effects) {
  test(`${name} does what its name says, often enough, and keeps a task on its side`, t => {
    const changes = edited(name)
    t.true(changes.length >= 3, `${changes.length} of ${tasks.length}`)
    for (const { before, after, reason } of changes) {
      t.is(difficultyOf(after)[mark] - difficultyOf(before)[mark], by, reason)
      t.is(splitOf(after), splitOf(before))
      t.true(world.valid(after))
      t.deepEqual(world.parseTask(JSON.parse(JSON.stringify(after))), after)
    }
  })
}

test('every kind of edit is either harder or easier, and one is both', t => {
  const [harder, easier] = [world.editNames('harder'), world.editNames('easier')]
  t.deepEqual([...new Set([...harder, ...easier])].sort(), effects.map(([name]) => name).sort())
  for (const [name, , by] of effects) {
    if (by >= 0) t.true(harder.includes(name))
    if (by <= 0) t.true(easier.includes(name))
  }
})

const kinds = ({ clauses }: CodingTask) => clauses.map(({ kind }) => kind)

test('easing takes away the clause that is complained of', t => {
  for (const name of ['remove-clause', 'replace-clause']) {
    const changes = edited(name, 'take').filter(({ before }) => kinds(before).includes('take'))
    t.true(changes.length > 3)
    const count = (task: CodingTask) => kinds(task).filter(kind => kind === 'take').length
    for (const { before, after } of changes) t.is(count(after), count(before) - 1)
  }
})

test('hardening adds no clause of the kind that is complained of, and leaves it as it is', t => {
  const of = (task: CodingTask) => task.clauses.filter(({ kind }) => kind === 'take')
  for (const { before, after } of edited('add-clause', 'take')) t.deepEqual(of(after), of(before))
  const others = ({ clauses }: CodingTask) => clauses.some(clause => 'k' in clause && clause.kind !== 'take')
  for (const { before, after } of edited('larger-number', 'take'))
    if (others(before)) t.deepEqual(of(after), of(before))
})

test('a clause that comes or goes leaves every other with its words, and every distractor with its neighbour', t => {
  for (const [name, by] of [
    ['add-clause', 1],
    ['remove-clause', -1],
    ['replace-clause', 0],
  ] as const)
    for (const { before, after } of edited(name)) {
      const [fewer, more] = by === 1 ? [before, after] : [after, before]
      const isAt = (place: number): boolean => {
        const kept = (task: CodingTask, remove: number) =>
          task.clauses.map((clause, index) => [clause, task.wording.clauses[index]]).toSpliced(place, remove)
        const moved = (each: number) => (each > place ? each + by : each)
        return (
          JSON.stringify(kept(fewer, by === 0 ? 1 : 0)) === JSON.stringify(kept(more, 1)) &&
          after.wording.distractors.every(
            (each, index) => each.before === moved(nth(before.wording.distractors, index).before),
          )
        )
      }
      t.true([...more.clauses.keys()].some(isAt), JSON.stringify([before, after]))
      t.is(after.wording.distractors.length, before.wording.distractors.length)
    }
})

test('a new clause is said in a common way, or a held-out one in a task of unseen', t => {
  for (const name of ['add-clause', 'replace-clause'])
    for (const { before, after } of edited(name)) {
      const usages = ({ clauses, wording }: CodingTask) =>
        clauses.map(({ kind }, place) => usageOf(clauseParaphrases[kind], nth(wording.clauses, place))).sort()
      const added = usages(after)
      const usual = isUnseen(before) ? 'heldOut' : 'common'
      t.true(added.filter(usage => usage === usual).length >= usages(before).filter(usage => usage === usual).length)
      if (isUnseen(before)) t.true(added.every(usage => usage === 'heldOut'))
    }
})

test('no more is shown or hidden than before, but by the edits of examples', t => {
  for (const [name] of effects)
    for (const { before, after } of edited(name)) {
      t.is(after.tests.length, before.tests.length)
      if (!name.endsWith('example')) t.is(after.examples.length, before.examples.length)
    }
})

test('what has to be done otherwise is tried otherwise, and so are more or fewer examples', t => {
  for (const name of ['add-clause', 'larger-number', 'longer-lists', 'add-example', 'remove-example'])
    t.true(edited(name).some(({ before, after }) => JSON.stringify(after.tests) !== JSON.stringify(before.tests)))
})

const digits = ({ tests, examples }: CodingTask) => [...tests, ...examples].map(({ input }) => (input.length + 1) / 2)

test('lists are of the lengths that an edit says', t => {
  for (const name of ['longer-lists', 'shorter-lists'])
    for (const { after } of edited(name)) {
      t.true(Math.min(...digits(after)) >= after.lengths[0])
      t.true(Math.max(...digits(after)) <= after.lengths[1])
    }
})

const plain = (clauses: CodingTask['clauses']): CodingTask => ({
  ...nth(tasks, 0),
  clauses,
  output: 'sum',
  wording: { inWords: true, clauses: clauses.map(() => 0), output: 0, distractors: [] },
})
const numbersAfter = (name: string, clauses: CodingTask['clauses'], complaint: string | null = null) =>
  Array.from({ length: 40 }, (_, seed) => {
    const order = { random: randomFrom(rootKey(seed)), direction: 'harder' as const, complaint }
    const change = present(clauseEdits[name])(plain(clauses), order)
    return change === null ? null : change.task.clauses.map(clause => ('k' in clause ? clause.k : 0)).join(' ')
  })
const distinct = <T>(values: readonly T[]): readonly T[] => [...new Set(values)].sort()

test('numbers go up to 8 and down to 1, each where it can', t => {
  const row = (...ks: readonly number[]) => ks.map(k => ({ kind: 'take' as const, k }))
  t.deepEqual(distinct(numbersAfter('larger-number', row(8, 7))), ['8 8'])
  t.deepEqual(distinct(numbersAfter('larger-number', row(3, 8, 4))), ['3 8 5', '4 8 4'])
  t.deepEqual(distinct(numbersAfter('larger-number', row(8))), [null])
  t.deepEqual(distinct(numbersAfter('smaller-number', row(1, 2))), ['1 1'])
  t.deepEqual(distinct(numbersAfter('smaller-number', row(1))), [null])
  t.deepEqual(distinct(numbersAfter('smaller-number', [{ kind: 'even' }])), [null])
  t.deepEqual(distinct(numbersAfter('larger-number', [{ kind: 'even' }, ...row(3)])), ['0 4'])
})

test('the last clause stays, and there are never more than six', t => {
  t.deepEqual(distinct(numbersAfter('remove-clause', [{ kind: 'take', k: 3 }])), [null])
  t.deepEqual(
    distinct(
      numbersAfter('remove-clause', [
        { kind: 'take', k: 3 },
        { kind: 'drop', k: 1 },
      ]),
    ),
    ['1', '3'],
  )
  const six = Array.from({ length: 6 }, () => ({ kind: 'even' as const }))
  t.deepEqual(distinct(numbersAfter('add-clause', six)), [null])
  t.true(numbersAfter('add-clause', six.slice(1)).every(each => each !== null))
})

test('a clause comes at any place, the ends included', t => {
  const places = new Set(
    Array.from({ length: 60 }, (_, seed) => {
      const order = { random: randomFrom(rootKey(seed)), direction: 'harder' as const, complaint: 'even' }
      const change = present(clauseEdits['add-clause'])(plain([{ kind: 'even' }, { kind: 'even' }]), order)
      return present(change).task.clauses.findIndex(({ kind }) => kind !== 'even')
    }),
  )
  t.deepEqual([...places].sort(), [0, 1, 2])
})

test('a replaced clause becomes one of another kind', t => {
  for (const { before, after } of edited('replace-clause')) {
    const kept = kinds(before).filter((kind, place) => kind === kinds(after)[place])
    t.is(kept.length, before.clauses.length - 1)
  }
})

test('the reason says the clause that changed', t => {
  for (const name of ['add-clause', 'remove-clause', 'replace-clause', 'larger-number', 'smaller-number'])
    for (const { before, after, reason } of edited(name)) {
      const said = ({ clauses, wording }: CodingTask) =>
        clauses.map((clause, place) => sayClause(clause, nth(wording.clauses, place)))
      const [old, now] = [said(before), said(after)]
      if (name !== 'remove-clause')
        t.true(
          now.some(each => reason.includes(each)),
          reason,
        )
      if (name.endsWith('e-clause'))
        t.true(
          old.some(each => reason.includes(each)),
          reason,
        )
      if (now.length === old.length) t.true(now.some((each, place) => each !== old[place] && reason.includes(each)))
    }
})

test('where only words change, the tests stay', t => {
  for (const name of [
    'rarer-words',
    'commoner-words',
    'add-distractor',
    'remove-distractor',
    'hide-words',
    'show-words',
  ])
    for (const { before, after } of edited(name)) t.deepEqual(after.tests, before.tests)
})

test('an edit that there is not is refused by name', t => {
  t.throws(() => world.edit(nth(tasks, 0), 'harder', randomFrom(rootKey(1))), {
    instanceOf: RangeError,
    message: /^no edit named harder: there are add-clause, remove-clause, /,
  })
})
