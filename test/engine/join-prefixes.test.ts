import test from 'ava'
import fc from 'fast-check'
import type { Example } from '../../src/contracts/models/device.ts'
import { createOnnxDevice } from '../../src/engine/local/create-onnx-device.ts'
import { joinExamples as joinIn } from '../../src/engine/local/model/join-prefixes.ts'
import { parentsOf } from '../../src/engine/semantics/tree.ts'
import { adamDefaults } from '../../src/math/adamw.ts'
import { nth } from '../../src/math/nth.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'
import { livelyModel, smallConfig } from '../laws/device/device-cases.ts'

const joinExamples = (all: readonly Example[]) =>
  joinIn(
    all,
    all.map(() => null),
  )

/** Answers to prompts of a few beginnings, some of them alike. */
const drawn = fc.array(
  fc.record({
    beginning: fc.integer({ min: 0, max: 2 }),
    length: fc.integer({ min: 1, max: 140 }),
    question: fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 20 }),
    answer: fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 1, maxLength: 9 }),
  }),
  { minLength: 1, maxLength: 24 },
)

const beginnings = [0, 1, 2].map(seed => {
  const random = randomFrom(rootKey(seed))
  return Int32Array.from({ length: 140 }, () => random.integer(16))
})

const exampleOf = (prompt: readonly number[], answer: readonly number[]): Example => ({
  sequence: { tokens: Int32Array.of(...prompt, ...answer) },
  spans: [
    {
      start: prompt.length,
      end: prompt.length + answer.length,
      advantage: 1,
      oldLogprobs: new Float32Array(0),
      weight: 1,
    },
  ],
})

const examples = drawn.map(all =>
  all.map(({ beginning, length, question, answer }) =>
    exampleOf([...nth(beginnings, beginning).subarray(0, length), ...question], answer),
  ),
)

/** What each span is trained to write, after what. */
const lessons = (all: readonly Example[]): readonly string[] =>
  all
    .flatMap(({ sequence, spans }) => {
      const parents = parentsOf(sequence)
      return spans.map(({ start, end }) => {
        const path: number[] = []
        for (let at = end - 1; at >= 0; at = nth(parents, at)) path.unshift(nth(sequence.tokens, at))
        return `${path.join(' ')} (${end - start})`
      })
    })
    .toSorted()

test('joined examples teach the same, with no token more, and none that is trained on is shared', t => {
  fc.assert(
    fc.property(examples, all => {
      const joined = joinExamples(all)
      t.deepEqual(lessons(joined), lessons(all))
      const size = (of: readonly Example[]): number => of.reduce((sum, { sequence }) => sum + sequence.tokens.length, 0)
      t.true(size(joined) <= size(all))
      for (const { spans } of joined) {
        const trained = spans.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at))
        t.is(new Set(trained).size, trained.length)
      }
    }),
  )
})

test('eight answers of 10 to one prompt of 100 are one tree of 180; short prompts, long answers and trees stay alone', t => {
  const group = (prompt: number, answer: number): readonly Example[] =>
    Array.from({ length: 8 }, (_, index) =>
      exampleOf(Array.from(nth(beginnings, 0).subarray(0, prompt)), Array<number>(answer).fill(index)),
    )
  t.deepEqual(
    joinExamples(group(100, 10)).map(({ sequence, spans }) => [sequence.tokens.length, spans.length]),
    [[180, 8]],
  )
  t.deepEqual(joinExamples(group(60, 10)), group(60, 10))
  t.deepEqual(joinExamples(group(100, 101)), group(100, 101))
  const joined = joinExamples(group(100, 10))
  t.deepEqual(joinExamples([...joined, ...joined]), [...joined, ...joined])
  t.deepEqual(
    joinExamples(group(140, 100)).map(({ sequence }) => sequence.tokens.length),
    [440, 440, 340],
  )
})

test('behind a prefix answers to one prompt are a tree while a member costs less by it; the prefix alone joins nothing', t => {
  const sizes = (answer: number, count: number, question: (index: number) => number) => {
    const all = Array.from({ length: count }, (_, index) =>
      exampleOf(
        [...nth(beginnings, 0).subarray(0, 80), ...Array<number>(40).fill(question(index))],
        Array<number>(answer).fill(index),
      ),
    )
    const joined = joinIn(
      all,
      all.map(() => ({ name: 'kin', length: 80 })),
    )
    return joined.map(({ sequence }) => sequence.tokens.length - 80)
  }
  t.deepEqual(
    sizes(10, 8, () => 1),
    [120],
  )
  t.deepEqual(
    sizes(10, 3, index => index),
    [50, 50, 50],
  )
  t.deepEqual(
    sizes(100, 8, () => 1),
    [240, 240, 240, 240],
  )
})

test('gradients of joined examples are those of each alone', async t => {
  const random = randomFrom(rootKey(3))
  const config = { ...smallConfig, vocab_size: 16, max_position_embeddings: 256 }
  const all = Array.from({ length: 12 }, (_, index) =>
    exampleOf(
      Array.from(nth(beginnings, index % 2).subarray(0, 90)),
      Array.from({ length: 1 + (index % 4) }, () => random.integer(16)),
    ),
  )
  t.is(joinExamples(all).length, 2)
  const [together, apart] = [await createOnnxDevice(), await createOnnxDevice()]
  const state = livelyModel(config, 2)
  await together.load('m', state)
  await apart.load('m', state)
  const kind = 'cross-entropy' as const
  const joined = await together.forwardBackward('m', all, { kind })
  let loss = 0
  for (const each of all) loss += (await apart.forwardBackward('m', [each], { kind })).loss
  t.true(Math.abs(joined.loss - loss) < 1e-4 * loss)
  t.is(joined.spans, all.length)
  const step = { ...adamDefaults, learningRate: 1e-3, clipNorm: 1 }
  const norms = [await together.optimStep('m', step), await apart.optimStep('m', step)].map(each => each.gradientNorm)
  t.true(Math.abs(nth(norms, 0)! - nth(norms, 1)!) < 1e-4 * nth(norms, 1)!)
  await together.close()
  await apart.close()
})
