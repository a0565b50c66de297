/** The lists that a pipeline is tried on. */
import test from 'ava'
import fc from 'fast-check'
import { nearMisses } from '../../../../environments/coding/tasks/near-misses.ts'
import {
  drawList,
  isExpressible,
  tellingLists,
  type TestsWanted,
} from '../../../../environments/coding/programs/lists.ts'
import {
  clauseKinds,
  clauseOf,
  outcome,
  outputs,
  type Pipeline,
} from '../../../../environments/coding/tasks/pipeline.ts'
import { derive, randomFrom, rootKey } from '../../../../src/math/random.ts'
import { nth } from '../../../../src/math/nth.ts'

const nines = (length: number): readonly number[] => Array.from({ length }, () => 9)

test('numbers are sayable up to 99', t => {
  const sum: Pipeline = { clauses: [], output: 'sum' }
  t.true(isExpressible(sum, nines(11)))
  t.false(isExpressible(sum, nines(12)))
  t.false(isExpressible({ clauses: [{ kind: 'double' }], output: 'sum' }, nines(6)))
})

test('lists on the way are of at most 24 digits, whatever is left of them', t => {
  const doubled: Pipeline = { clauses: [{ kind: 'double' }, { kind: 'take', k: 1 }], output: 'list' }
  t.true(isExpressible(doubled, nines(12)))
  t.false(isExpressible(doubled, nines(13)))
})

test('a list of which nothing is printed is not sayable', t => {
  t.false(isExpressible({ clauses: [{ kind: 'even' }], output: 'list' }, [1, 3]))
  t.true(isExpressible({ clauses: [{ kind: 'even' }], output: 'list' }, [1, 2]))
  t.false(isExpressible({ clauses: [{ kind: 'even' }], output: 'maximum' }, [1, 3]))
  t.true(isExpressible({ clauses: [{ kind: 'even' }], output: 'length' }, [1, 3]))
})

const pipelines: fc.Arbitrary<Pipeline> = fc.record({
  clauses: fc.array(
    fc.tuple(fc.constantFrom(...clauseKinds), fc.integer({ min: 1, max: 8 })).map(([kind, k]) => clauseOf(kind, k)),
    { minLength: 1, maxLength: 4 },
  ),
  output: fc.constantFrom(...outputs),
})
const wishes: fc.Arbitrary<TestsWanted> = fc.record({
  lengths: fc.constantFrom([1, 2], [4, 7], [5, 5], [10, 12]),
  tests: fc.integer({ min: 2, max: 32 }),
  examples: fc.integer({ min: 0, max: 4 }),
})

/** The choice as its docstring has it, every near miss played from the beginning. */
function plainly(pipeline: Pipeline, { lengths: [low, high], tests, examples }: TestsWanted, seed: number) {
  const random = randomFrom(derive(rootKey(seed), 'lists'))
  const count = Math.max(24, 2 * (tests + examples))
  const drawn = Array.from({ length: count }, () => drawList(low + random.integer(high - low + 1), random))
  const fair = [
    ...new Map(drawn.filter(list => isExpressible(pipeline, list)).map(list => [list.join(' '), list])).values(),
  ]
  if (fair.length < tests + examples) return null
  const isCaught = (miss: Pipeline, list: readonly number[]) => outcome(miss, list) !== outcome(pipeline, list)
  const chosen: (readonly number[])[] = []
  let loose = nearMisses(pipeline)
  while (chosen.length < tests + examples) {
    const gain = (list: readonly number[]) => loose.filter(miss => isCaught(miss, list)).length
    const left = fair.filter(list => !chosen.includes(list))
    const most = Math.max(...left.map(gain))
    const best = nth(
      left.filter(list => gain(list) === most),
      0,
    )
    chosen.push(best)
    loose = loose.filter(miss => !isCaught(miss, best))
  }
  const hidden = chosen.slice(0, tests)
  const { clauses, output } = pipeline
  const tells = (place: number) => {
    const shorter = { clauses: clauses.toSpliced(place, 1), output }
    return hidden.some(list => isCaught(shorter, list))
  }
  const isTelling = new Set(hidden.map(list => outcome(pipeline, list))).size > 1
  return isTelling && clauses.every((_, place) => tells(place)) ? chosen.map(list => list.join(' ')) : null
}

test('each next list catches the most near misses that none before it caught', t => {
  let told = 0
  fc.assert(
    fc.property(pipelines, wishes, fc.nat(), (pipeline, wanted, seed) => {
      const lists = tellingLists(pipeline, wanted, randomFrom(derive(rootKey(seed), 'lists')))
      t.deepEqual(lists, plainly(pipeline, wanted, seed))
      if (lists !== null) told += 1
    }),
    { numRuns: 60 },
  )
  t.true(told >= 8, `${told} of 60`)
})

test('a clause that no list tells is refused, and so are tests that all print the same', t => {
  const wanted: TestsWanted = { lengths: [4, 7], tests: 6, examples: 1 }
  const of = (pipeline: Pipeline) => tellingLists(pipeline, wanted, randomFrom(rootKey(1)))
  t.is(of({ clauses: [{ kind: 'reverse' }], output: 'sum' }), null)
  t.is(of({ clauses: [{ kind: 'take', k: 1 }], output: 'length' }), null)
  t.is(of({ clauses: [{ kind: 'even' }], output: 'sum' })?.length, 7)
})
