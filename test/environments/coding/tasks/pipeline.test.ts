/** What clauses do, as programs and as their plain twin. */
import test from 'ava'
import fc from 'fast-check'
import { nearMisses } from '../../../../environments/coding/tasks/near-misses.ts'
import {
  clauseKinds,
  clauseOf,
  isCounted,
  numberOf,
  outcome,
  outputs,
  passages,
  sameClause,
  type Clause,
  type Pipeline,
} from '../../../../environments/coding/tasks/pipeline.ts'
import { parseProgram, programOf, statementsOf } from '../../../../environments/coding/programs/program.ts'
import { jobOf, passesReference, referenceTestsOf } from '../../../../environments/coding/programs/reference.ts'
import { runInMonty } from '../../../../src/sandbox/monty/run.ts'

const clause: fc.Arbitrary<Clause> = fc
  .tuple(fc.constantFrom(...clauseKinds), fc.integer({ min: 1, max: 8 }))
  .map(([kind, k]) => clauseOf(kind, k))
const pipeline: fc.Arbitrary<Pipeline> = fc.record({
  clauses: fc.array(clause, { minLength: 1, maxLength: 6 }),
  output: fc.constantFrom(...outputs),
})
const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 10 })

test('a program prints what its plain twin says; where that has nothing to say, it fails or prints nothing', t => {
  fc.assert(
    fc.property(pipeline, digits, (each, list) => {
      const printed = referenceTestsOf(each, [list.join(' ')])
      t.deepEqual(printed?.[0]?.output ?? '', outcome(each, list) ?? '')
    }),
    { numRuns: 300 },
  )
})

test('a program is read back as the pipeline it was made from, however it is spaced', t => {
  fc.assert(
    fc.property(pipeline, each => {
      const program = programOf(each)
      t.deepEqual(parseProgram(program), each)
      for (const between of [';', ' ;\t', ';  \n', '\n', ' \r\n\r\n'])
        t.deepEqual(
          parseProgram(program.replaceAll(' ; ', between).replaceAll('[ ', '[') + between.replace(';', '')),
          each,
        )
      t.is(statementsOf(program).length, each.clauses.length + 2)
    }),
  )
})

test('what is read as a pipeline runs as one, whatever stands in a program by mistake', t => {
  const mistake = fc.constantFrom(' ', '\t', '\n', '\n ', ';', '0', '1', '\u00a0')
  fc.assert(
    fc.property(pipeline, mistake, fc.nat(), digits, (each, inserted, place, list) => {
      const program = programOf(each)
      const at = place % program.length
      const changed = program.slice(0, at) + inserted + program.slice(at)
      const read = parseProgram(changed)
      const output = read === null ? null : outcome(read, list)
      if (output === null) return
      const results = runInMonty(jobOf(changed, [{ input: list.join(' '), output }]))
      t.is(results[0]?.outcome, 'passed', changed)
    }),
    { numRuns: 1000 },
  )
})

test('near misses differ from the reference, and from it alone in one thing', t => {
  fc.assert(
    fc.property(pipeline, each => {
      const programs = nearMisses(each).map(programOf)
      t.false(programs.includes(programOf(each)))
      for (const { clauses, output } of nearMisses(each)) {
        t.true(Math.abs(clauses.length - each.clauses.length) <= 1)
        if (output !== each.output) t.deepEqual(clauses, each.clauses)
      }
    }),
  )
})

const worked: readonly (readonly [Clause, readonly number[]])[] = [
  [{ kind: 'even' }, [4, 2]],
  [{ kind: 'odd' }, [3, 1, 1, 5, 9]],
  [{ kind: 'reverse' }, [2, 9, 5, 1, 4, 1, 3]],
  [{ kind: 'sort up' }, [1, 1, 2, 3, 4, 5, 9]],
  [{ kind: 'sort down' }, [9, 5, 4, 3, 2, 1, 1]],
  [{ kind: 'double' }, [3, 1, 4, 1, 5, 9, 2, 3, 1, 4, 1, 5, 9, 2]],
  [{ kind: 'greater', k: 4 }, [5, 9]],
  [{ kind: 'add', k: 6 }, [9, 7, 0, 7, 1, 5, 8]],
  [{ kind: 'take', k: 2 }, [3, 1]],
  [{ kind: 'drop', k: 5 }, [9, 2]],
]
for (const [each, left] of worked) {
  test(`${each.kind} of 3 1 4 1 5 9 2 leaves ${left.join(' ')}`, t => {
    const whole: Pipeline = { clauses: [each], output: 'list' }
    t.deepEqual(passages(whole, [3, 1, 4, 1, 5, 9, 2]).at(-1), left)
    t.true(passesReference(whole, [{ input: '3 1 4 1 5 9 2', output: left.join(' ') }]))
  })
}

test('what is printed of 3 1 4 after dropping one: the list, its length, its maximum, its sum', t => {
  const of = (output: Pipeline['output']) => outcome({ clauses: [{ kind: 'drop', k: 1 }], output }, [3, 1, 4])
  t.deepEqual(outputs.map(of), ['1 4', '2', '4', '5'])
})

test('of nothing, a list and a maximum cannot be printed, a length and a sum are 0', t => {
  const of = (output: Pipeline['output']) => outcome({ clauses: [{ kind: 'take', k: 0 }], output }, [3, 1, 4])
  t.deepEqual(outputs.map(of), [null, '0', null, '0'])
})

test('clauses are the same if both kind and number are', t => {
  t.true(sameClause({ kind: 'even' }, { kind: 'even' }))
  t.true(sameClause({ kind: 'take', k: 2 }, { kind: 'take', k: 2 }))
  t.false(sameClause({ kind: 'take', k: 2 }, { kind: 'take', k: 3 }))
  t.false(sameClause({ kind: 'take', k: 2 }, { kind: 'drop', k: 2 }))
  t.false(sameClause({ kind: 'even' }, { kind: 'odd' }))
})

test('only what is greater, add, take or drop has a number', t => {
  const counted = clauseKinds.filter(kind => isCounted(kind))
  t.deepEqual(counted, ['greater', 'add', 'take', 'drop'])
  for (const kind of clauseKinds) t.is(numberOf(clauseOf(kind, 3)), counted.some(each => each === kind) ? 3 : null)
})

test('a list is given as it was: no clause changes it in place', t => {
  const list = Object.freeze([3, 1, 2])
  for (const kind of clauseKinds) t.is(passages({ clauses: [clauseOf(kind, 2)], output: 'sum' }, list)[0], list)
})

const read = 'xs = [int(x) for x in input().split()]'
const statements: readonly (readonly [text: string, statement: object])[] = [
  [read, { kind: 'read' }],
  ['print(len(xs))', { kind: 'print', output: 'length' }],
  ['xs = xs[: 3 ]', { kind: 'clause', clause: { kind: 'take', k: 3 } }],
  ['xs = xs[: 123 ]', { kind: 'clause', clause: { kind: 'take', k: 123 } }],
  ['xs = xs[: 1234 ]', { kind: 'unknown' }],
  ['xs = xs[: ]', { kind: 'unknown' }],
  ['xs = xs[: a1 ]', { kind: 'unknown' }],
  ['xs = xs[: 1a ]', { kind: 'unknown' }],
  ['xs = xs[ 3 :]', { kind: 'clause', clause: { kind: 'drop', k: 3 } }],
  ['xs = [(x + 3 ) % 10 for x in xs]', { kind: 'clause', clause: { kind: 'add', k: 3 } }],
  ['xs = [x for x in xs if x > 3 ]', { kind: 'clause', clause: { kind: 'greater', k: 3 } }],
  ['xs = xs[::-1]', { kind: 'clause', clause: { kind: 'reverse' } }],
  ['xs = xs[::-1]+xs', { kind: 'unknown' }],
  ['ys = xs[: 3 ]', { kind: 'unknown' }],
  ['', { kind: 'unknown' }],
]
for (const [text, statement] of statements) {
  test(`the statement '${text}' is ${JSON.stringify(statement)}`, t => {
    t.deepEqual(statementsOf(text), [statement])
  })
}

test('what is not of our form is no pipeline', t => {
  for (const program of [
    '',
    'print(*xs)',
    'xs = [int(x) for x in input().split()] ; print(*xs) ; print(*xs)',
    'xs = [int(x) for x in input().split()] ; xs = xs[: x ] ; print(*xs)',
    'xs = [int(x) for x in input().split()] ; import os ; print(*xs)',
    'xs = xs[: 3 ] ; print(*xs)',
    'xs = [int(x) for x in input().split()] ; xs = xs[: 3 ]',
    'xs = [int(x) for x in input().split()]',
  ])
    t.is(parseProgram(program), null, program)
})
