/** Every near miss of a few pipelines. */
import test from 'ava'
import { nearMisses } from '../../../../environments/coding/tasks/near-misses.ts'
import {
  clauseOf,
  type Clause,
  type ClauseKind,
  type Pipeline,
} from '../../../../environments/coding/tasks/pipeline.ts'

const told = ({ clauses, output }: Pipeline): string =>
  [...clauses.map(clause => ('k' in clause ? `${clause.kind} ${clause.k}` : clause.kind)), output].join(', ')

const missesOf = (clauses: readonly (readonly [ClauseKind, number?])[], output: Pipeline['output']) =>
  nearMisses({ clauses: clauses.map(([kind, k = 0]): Clause => clauseOf(kind, k)), output }).map(told)

test('a clause is left out, another one, of another number or swapped with the next; or something else is printed', t => {
  t.deepEqual(missesOf([['even'], ['take', 1]], 'list'), [
    'take 1, list',
    'odd, take 1, list',
    'reverse, take 1, list',
    'sort up, take 1, list',
    'sort down, take 1, list',
    'double, take 1, list',
    'greater 2, take 1, list',
    'add 2, take 1, list',
    'take 2, take 1, list',
    'drop 2, take 1, list',
    'take 1, even, list',
    'even, list',
    'even, even, list',
    'even, odd, list',
    'even, reverse, list',
    'even, sort up, list',
    'even, sort down, list',
    'even, double, list',
    'even, greater 1, list',
    'even, add 1, list',
    'even, drop 1, list',
    'even, take 0, list',
    'even, take 2, list',
    'even, take 1, length',
    'even, take 1, maximum',
    'even, take 1, sum',
  ])
})

test('two clauses that are alike are not swapped, and no number is below 0', t => {
  const doubles = missesOf([['double'], ['double']], 'sum')
  t.false(doubles.includes('double, double, sum'))
  t.is(doubles.length, 2 * 10 + 3)
  const none = missesOf([['take', 0]], 'sum')
  t.false(none.some(each => each.includes('-1')))
  t.true(none.includes('take 1, sum'))
})

test('clauses of one kind with two numbers are swapped', t => {
  const misses = missesOf(
    [
      ['drop', 1],
      ['drop', 2],
    ],
    'sum',
  )
  t.true(misses.includes('drop 2, drop 1, sum'))
})
