/** Tasks from files. */
import test from 'ava'
import { coding } from '../../../../environments/coding/index.ts'
import {
  clauseParaphrases,
  distractors,
  outputParaphrases,
  ways,
} from '../../../../environments/coding/prompts/paraphrases.ts'
import { randomFrom, rootKey } from '../../../../src/math/random.ts'
import { present } from '../../../fixtures/present.ts'
import { nth } from '../../../../src/math/nth.ts'

const world = coding({ clauses: 2 })
const task = world.generate('train', randomFrom(rootKey(5)))
const { wording } = task

test('a task survives a file', t => {
  t.deepEqual(world.parseTask(JSON.parse(JSON.stringify(task))), task)
})

const broken: readonly (readonly [string, unknown, RegExp])[] = [
  ['nothing', null, /^task: .*got null/],
  ['no clauses', { ...task, clauses: [] }, /^task\.clauses: .*got \[\]/],
  ['a strange clause', { ...task, clauses: [{ kind: 'shuffle' }] }, /^task\.clauses\[0\]\.kind: .*got "shuffle"/],
  ['a clause without its number', { ...task, clauses: [{ kind: 'take' }] }, /^task\.clauses\[0\]\.k: .*got nothing/],
  ['a number too large', { ...task, clauses: [{ kind: 'take', k: 9 }] }, /^task\.clauses\[0\]\.k: .*got 9/],
  ['a strange output', { ...task, output: 'mean' }, /^task\.output: .*got "mean"/],
  ['one test alone', { ...task, tests: task.tests.slice(1, 2) }, /^task\.tests: /],
  [
    'an empty output',
    { ...task, tests: [...task.tests, { input: '3', output: '' }] },
    /^task\.tests\[8\]\.output: must be numbers between single spaces, got ""/,
  ],
  ['lists of no length', { ...task, lengths: [0, 3] }, /^task\.lengths\[0\]: .*got 0/],
  ['lengths the wrong way round', { ...task, lengths: [5, 3] }, /^task\.lengths: must be \[low, high\], got \[5,3\]/],
  [
    'a clause that is not said',
    { ...task, wording: { ...wording, clauses: [0] } },
    /^task\.wording\.clauses: must have 2 entries, one a clause, got 1/,
  ],
  [
    'a way of saying that there is not',
    { ...task, wording: { ...wording, clauses: [0, 17] } },
    /^task\.wording\.clauses\[1\]: must be below \d, got 17/,
  ],
  [
    'an output not said',
    { ...task, wording: { ...wording, output: 4 } },
    /^task\.wording\.output: must be below 4, got 4/,
  ],
  [
    'a distractor after the end',
    { ...task, wording: { ...wording, distractors: [{ before: 3, way: 0 }] } },
    /^task\.wording\.distractors\[0\]\.before: must be below 3, got 3/,
  ],
  [
    'nothing said at all',
    { ...task, wording: { ...wording, inWords: false } },
    /^task\.examples: must not be empty where wording\.inWords is false, got \[\]/,
  ],
  ['one field too many', { ...task, name: 'x' }, /^task: .*name/],
  [
    'a way of saying one too far',
    { ...task, wording: { ...wording, clauses: [0, ways(clauseParaphrases[nth(task.clauses, 1).kind]).length] } },
    /^task\.wording\.clauses\[1\]: must be below/,
  ],
  [
    'a distractor that there is not',
    { ...task, wording: { ...wording, distractors: [{ before: 0, way: ways(distractors).length }] } },
    /^task\.wording\.distractors\[0\]\.way: must be below/,
  ],
  [
    'four distractors',
    { ...task, wording: { ...wording, distractors: Array.from({ length: 4 }, () => ({ before: 0, way: 0 })) } },
    /^task\.wording\.distractors: /,
  ],
  [
    'a clause said that there is not',
    { ...task, wording: { ...wording, clauses: [0, 0, 0] } },
    /^task\.wording\.clauses: must have 2 entries, one a clause, got 3/,
  ],
  ['seven clauses', { ...task, clauses: Array.from({ length: 7 }, () => ({ kind: 'even' })) }, /^task\.clauses: /],
  ['a number of nothing', { ...task, clauses: [{ kind: 'take', k: 0 }] }, /^task\.clauses\[0\]\.k: .*got 0/],
  ['lists too long', { ...task, lengths: [3, 13] }, /^task\.lengths\[1\]: .*got 13/],
  ['four examples', { ...task, examples: task.tests.slice(0, 4) }, /^task\.examples: /],
  ['33 tests', { ...task, tests: Array.from({ length: 33 }, () => task.tests[0]) }, /^task\.tests: /],
  ...['12', '1  2', 'x 1', '1 x', ' 1', '1 '].map(
    input =>
      [
        `an input that is '${input}'`,
        { ...task, tests: [...task.tests, { input, output: '1' }] },
        /^task\.tests\[8\]\.input: must be digits between single spaces, got /,
      ] as const,
  ),
  ...['x', '1  2', '1 x', 'x 1', '1 '].map(
    output =>
      [
        `an output that is '${output}'`,
        { ...task, tests: [...task.tests, { input: '1', output }] },
        /^task\.tests\[8\]\.output: must be numbers between single spaces, got /,
      ] as const,
  ),
]
for (const [what, value, message] of broken) {
  test(`a coding task file is refused by name: ${what}`, t => {
    t.throws(() => world.parseTask(value), { instanceOf: RangeError, message })
  })
}

test('what is just within its bounds is taken', t => {
  const said = {
    ...wording,
    clauses: task.clauses.map(({ kind }) => ways(clauseParaphrases[kind]).length - 1),
    output: ways(outputParaphrases[task.output]).length - 1,
    distractors: Array.from({ length: 3 }, () => ({ before: 2, way: ways(distractors).length - 1 })),
  }
  const widest = { ...task, wording: said, lengths: [5, 5], examples: task.tests.slice(0, 3) }
  t.deepEqual(world.parseTask(widest), widest)
  const test = { input: '1 2', output: '12 99' }
  const most = { ...task, lengths: [1, 12], tests: Array.from({ length: 32 }, () => test) }
  t.deepEqual(world.parseTask(most), most)
  const six = {
    clauses: Array.from({ length: 6 }, () => ({ kind: 'take', k: 8 })),
    wording: { ...wording, clauses: [0, 0, 0, 0, 0, 0] },
  }
  t.deepEqual(world.parseTask({ ...task, ...six }), { ...task, ...six })
  const shown = { ...task, examples: task.tests.slice(0, 1), wording: { ...wording, inWords: false } }
  t.deepEqual(world.parseTask(shown), shown)
})

test('a value that is refused is told in at most a line', t => {
  const thrown = t.throws(() => world.parseTask({ ...task, output: 'x'.repeat(500) }))
  t.true(thrown.message.length < 250)
  t.throws(() => world.parseTask('task'), { message: /got "task"/ })
})

test('a shown test that is not what its program prints makes a task that is not valid', t => {
  const [first] = task.tests
  t.true(world.valid({ ...task, examples: [present(first)] }))
  t.false(world.valid({ ...task, examples: [{ ...present(first), output: `${present(first).output} 1` }] }))
})

test('a task whose tests are not what its program prints is not valid', t => {
  const [first, ...others] = task.tests
  t.true(world.valid(task))
  t.false(world.valid({ ...task, tests: [{ ...present(first), output: `${present(first).output} 1` }, ...others] }))
  t.false(world.valid({ ...task, tests: [present(first), present(first)] }))
})
