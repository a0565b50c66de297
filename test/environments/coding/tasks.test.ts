/** Tasks as they are made: their tests, their splits, their words. */
import test from 'ava'
import { coding } from '../../../environments/coding/index.ts'
import { passesAll } from '../../../environments/coding/programs/label.ts'
import { digitsOf, drawList, isExpressible } from '../../../environments/coding/programs/lists.ts'
import { nearMisses } from '../../../environments/coding/tasks/near-misses.ts'
import { usageOf } from '../../../environments/coding/prompts/paraphrases.ts'
import { outcome } from '../../../environments/coding/tasks/pipeline.ts'
import { passesReference } from '../../../environments/coding/programs/reference.ts'
import { kindsOf } from '../../../environments/coding/options/splits.ts'
import { sayClause, waysOfTask } from '../../../environments/coding/prompts/wording.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import { nth } from '../../../src/math/nth.ts'

const world = coding({ clauses: [1, 6], k: [1, 8] })
const made = (split: 'train' | 'seen' | 'unseen', count = 60) =>
  Array.from({ length: count }, (_, seed) => world.generate(split, randomFrom(derive(rootKey(seed), split))))
const tasks = { train: made('train'), seen: made('seen'), unseen: made('unseen') }
const all = Object.values(tasks).flat()

test('the reference program passes its own tests; no clause can be left out and pass them', t => {
  for (const task of all) {
    t.true(world.valid(task))
    t.true(passesReference(task, task.tests))
    task.clauses.forEach((_, place) => {
      t.false(passesAll(task, { ...task, clauses: task.clauses.toSpliced(place, 1) }))
    })
  }
})

test('a near miss that prints something else of one list in four fails a hidden test', t => {
  for (const [index, task] of all.entries()) {
    const random = randomFrom(derive(rootKey(index), 'lists'))
    const lists = Array.from({ length: 100 }, () => drawList(task.lengths[0] + random.integer(4), random))
    const fair = lists.filter(list => isExpressible(task, list))
    for (const miss of nearMisses(task)) {
      const differing = fair.filter(list => outcome(miss, list) !== outcome(task, list))
      if (4 * differing.length >= fair.length) t.false(passesAll(task, miss), JSON.stringify([task, miss]))
    }
  }
})

test('tests differ, are of the lengths asked for, and print no number above 99', t => {
  for (const { tests, lengths } of all) {
    t.is(new Set(tests.map(({ input }) => input)).size, 8)
    for (const { input, output } of tests) {
      const { length } = digitsOf(input)
      t.true(length >= lengths[0] && length <= lengths[1])
      t.true(digitsOf(output).every(number => number <= 99))
    }
  }
})

test('no row of clauses and no way of saying is both in unseen and in another split', t => {
  const rows = new Set([...tasks.train, ...tasks.seen].map(kindsOf))
  for (const task of tasks.unseen) t.false(rows.has(kindsOf(task)))
  const usages = (split: keyof typeof tasks) =>
    new Set(tasks[split].flatMap(waysOfTask).map(([paraphrases, way]) => usageOf(paraphrases, way)))
  t.deepEqual([...usages('unseen')], ['heldOut'])
  t.deepEqual([...usages('train')].sort(), ['common', 'rare'])
  t.deepEqual([...usages('seen')].sort(), ['common', 'rare'])
})

test('no task of seen is one of train', t => {
  const key = ({ clauses, output }: (typeof all)[number]) => JSON.stringify([clauses, output])
  const trained = new Set(tasks.train.map(key))
  for (const task of tasks.seen) t.false(trained.has(key(task)))
})

test('the opening says each clause in its order, then what to print', t => {
  for (const task of all) {
    const said = task.clauses.map((clause, place) => sayClause(clause, nth(task.wording.clauses, place)))
    const { observation } = world.start(task)
    t.is(observation, world.describe(task))
    t.true(observation.startsWith(`Read a list of digits, ${said.join(', then ')}, then `), observation)
  }
})
