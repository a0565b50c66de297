/** Tasks made from tasks. */
import test from 'ava'
import type { CodingTask } from '../../../../environments/coding/index.ts'
import { coding } from '../../../../environments/coding/index.ts'
import { isUnseen } from '../../../../environments/coding/tasks/splits.ts'
import type { Difficulty } from '../../../../environments/coding/tasks/task.ts'
import { difficultyOf } from '../../../../environments/coding/wording/wording.ts'
import { derive, randomFrom, rootKey } from '../../../../src/math/random.ts'

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
      t.is(isUnseen(after), isUnseen(before))
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
  t.throws(() => world.edit(tasks[0]!, 'harder', randomFrom(rootKey(1))), {
    instanceOf: RangeError,
    message: /^no edit named harder: there are add-clause, remove-clause, /,
  })
})
