/** Tasks from files. */
import test from 'ava'
import { coding } from '../../../../environments/coding/index.ts'
import { randomFrom, rootKey } from '../../../../src/math/random.ts'

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
]
for (const [what, value, message] of broken) {
  test(`a task file is refused by name: ${what}`, t => {
    t.throws(() => world.parseTask(value), { instanceOf: RangeError, message })
  })
}

test('a task whose tests are not what its program prints is not valid', t => {
  const [first, ...others] = task.tests
  t.true(world.valid(task))
  t.false(world.valid({ ...task, tests: [{ ...first!, output: `${first!.output} 1` }, ...others] }))
  t.false(world.valid({ ...task, tests: [first!, first!] }))
})
