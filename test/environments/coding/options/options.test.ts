import test from 'ava'
import { coding, type CodingOptions } from '../../../../environments/coding/index.ts'
import { usageOf } from '../../../../environments/coding/prompts/paraphrases.ts'
import { waysOfTask } from '../../../../environments/coding/prompts/wording.ts'
import { randomFrom, rootKey } from '../../../../src/math/random.ts'

/** As an option might come from a file. */
const fromFile = (text: string): CodingOptions => JSON.parse(text) as CodingOptions

const refused: readonly (readonly [string, string])[] = [
  [
    '{"clause": 4}',
    'coding has no option clause: it has clauses, length, k, rare, distractors, examples, unsaid, tests',
  ],
  ['{"clauses": 7}', 'clauses must be an integer in [1, 6] or [an integer in [1, 6], an integer in [1, 6]], got 7'],
  ['{"clauses": [4, 2]}', 'clauses must be [low, high] with low <= high, got [4,2]'],
  [
    '{"clauses": "many"}',
    'clauses must be an integer in [1, 6] or [an integer in [1, 6], an integer in [1, 6]], got "many"',
  ],
  ['{"length": 0}', 'length must be an integer in [1, 12] or [an integer in [1, 12], an integer in [1, 12]], got 0'],
  ['{"k": [1, 9]}', 'k must be an integer in [1, 8] or [an integer in [1, 8], an integer in [1, 8]], got [1,9]'],
  ['{"rare": 2}', 'rare must be a number in [0, 1], got 2'],
  [
    '{"distractors": -1}',
    'distractors must be an integer in [0, 3] or [an integer in [0, 3], an integer in [0, 3]], got -1',
  ],
  [
    '{"examples": [0, 1, 2]}',
    'examples must be an integer in [0, 3] or [an integer in [0, 3], an integer in [0, 3]], got [0,1,2]',
  ],
  ['{"unsaid": "yes"}', 'unsaid must be a number in [0, 1], got "yes"'],
  ['{"tests": 1}', 'tests must be an integer in [2, 32], got 1'],
]
for (const [options, message] of refused) {
  test(`refused: ${options}`, t => {
    t.throws(() => coding(fromFile(options)), { instanceOf: RangeError, message })
  })
}

const drawn = (options: CodingOptions) =>
  Array.from({ length: 20 }, (_, seed) => coding(options).generate('train', randomFrom(rootKey(seed))))

test('tasks are as the options ask', t => {
  for (const task of drawn({ clauses: 3, length: 6, k: 2, distractors: 2, examples: 1, tests: 5, rare: 1 })) {
    t.is(task.clauses.length, 3)
    t.true(task.clauses.every(clause => !('k' in clause) || clause.k === 2))
    t.is(task.wording.distractors.length, 2)
    t.is(task.examples.length, 1)
    t.is(task.tests.length, 5)
    t.true(task.tests.every(({ input }) => input.split(' ').length === 6))
    t.true(waysOfTask(task).every(([paraphrases, way]) => usageOf(paraphrases, way) === 'rare'))
  }
})

test('there are as many tests and examples as can be asked for', t => {
  const task = coding({ tests: 32, examples: 3 }).generate('train', randomFrom(rootKey(0)))
  t.deepEqual([task.tests.length, task.examples.length], [32, 3])
})

test('tasks that only examples specify show three of them and no clause', t => {
  const world = coding({ unsaid: 1, clauses: 1 })
  for (const task of drawn({ unsaid: 1, clauses: 1 })) {
    t.is(task.examples.length, 3)
    t.regex(world.describe(task), /^Read a list of digits\.( Example: [\d ]+ -> [\d ]+\.){3}$/)
  }
})
