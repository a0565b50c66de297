import test from 'ava'
import fc from 'fast-check'
import type { Example } from '../../src/contracts/models/device.ts'
import type { ModelConfig } from '../../src/contracts/models/model-config.ts'
import { arraysFor, rowOf } from '../../src/engine/local/memory/buffer-pool.ts'
import { createFlatParameters } from '../../src/engine/local/memory/flat-parameters.ts'
import { behind, commonPrefix, sharedPrefixes } from '../../src/engine/local/model/common-prefix.ts'
import { modelWith } from '../../src/engine/local/model/model.ts'
import { createEngine } from '../../src/engine/local/sessions/engine.ts'
import { loadRuntime } from '../../src/engine/local/sessions/runtime.ts'
import { gradientsOf } from '../../src/engine/local/training/gradients.ts'
import { objectiveRule } from '../../src/engine/semantics/objective-rule.ts'
import { parentsOf } from '../../src/engine/semantics/tree.ts'
import { lookUp } from '../../src/math/look-up.ts'
import { nth } from '../../src/math/nth.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'
import { frozenShapes, trainedShapes } from '../../src/model/tensors/tensors.ts'
import { livelyModel, smallConfig, tree } from '../laws/device/device-cases.ts'

const random = randomFrom(rootKey(5))
const beginning = Int32Array.from({ length: 200 }, () => random.integer(smallConfig.vocab_size))

/** Trees behind a few of the same tokens, some of their own trained. */
const drawn = fc.array(fc.record({ shared: fc.integer({ min: 0, max: 200 }), rest: tree(12), from: fc.nat(11) }), {
  minLength: 1,
  maxLength: 6,
})

function exampleOf(
  shared: number,
  rest: { readonly tokens: Int32Array; readonly parents?: Int32Array },
  from: number,
): Example {
  const parents = parentsOf(rest).map(parent => parent + shared)
  const tokens = Int32Array.of(...beginning.subarray(0, shared), ...rest.tokens)
  const all = Int32Array.of(...beginning.subarray(0, shared).map((_, index) => index - 1), ...parents)
  const start = Math.max(1, Math.min(shared + from, tokens.length - 1))
  const trained = { advantage: 0, oldLogprobs: new Float32Array(0), weight: 1 }
  const spans = start < tokens.length && nth(all, start) >= 0 ? [{ ...trained, start, end: start + 1 }] : []
  return { sequence: { tokens, parents: all }, spans }
}

/** The tokens before one, and itself. */
function pathOf({ sequence }: Example, token: number): readonly number[] {
  const parents = parentsOf(sequence)
  const path: number[] = []
  for (let at = token; at >= 0; at = nth(parents, at)) path.unshift(nth(sequence.tokens, at))
  return path
}

test('what examples begin with is before every other token of theirs, and nothing in it is trained', t => {
  fc.assert(
    fc.property(drawn, all => {
      const examples = all.map(({ shared, rest, from }) => exampleOf(shared, rest, from))
      const prefix = commonPrefix(examples)
      t.is(prefix % 16, 0)
      for (const example of examples) {
        const rest = behind(example, prefix)
        example.sequence.tokens.subarray(prefix).forEach((_, token) => {
          const common = prefix === 0 ? [] : beginning.subarray(0, prefix)
          t.deepEqual([...common, ...pathOf(rest, token)], pathOf(example, prefix + token))
        })
        for (const { start } of rest.spans) t.true(start > 0 && nth(parentsOf(rest.sequence), start) >= 0)
      }
    }),
  )
})

test('a prefix is what several examples share; one alone, and a few common tokens, have none', t => {
  const answer = (shared: number, length: number) =>
    exampleOf(shared, { tokens: new Int32Array(length).fill(length % 7) }, 5)
  const lengths = (...all: readonly Example[]) => sharedPrefixes(all).map(each => each?.length ?? 0)
  t.deepEqual(lengths(answer(100, 20), answer(90, 9)), [80, 80])
  t.deepEqual(lengths(answer(100, 20)), [0])
  t.deepEqual(lengths(answer(60, 20), answer(60, 10)), [0, 0])
  t.deepEqual(lengths(answer(100, 400), answer(100, 10)), [0, 0])
})

const grouped = { ...smallConfig, max_position_embeddings: 256 }
const configs: Readonly<Record<string, ModelConfig>> = {
  'queries that share keys': grouped,
  'a head of keys each, of their own size, normed': {
    ...grouped,
    ...{ model_type: 'qwen3', num_key_value_heads: 4, head_dim: 8, tie_word_embeddings: false },
  },
  'an adapter': { ...grouped, lora: { r: 2, lora_alpha: 4, target_modules: ['q_proj', 'v_proj', 'down_proj'] } },
}
for (const [name, config] of Object.entries(configs)) {
  test(`gradients behind a common prefix are the sum of those of each example: ${name}`, async t => {
    const given = livelyModel(config, 1).weights
    const filled = (shapes: ReadonlyMap<string, readonly number[]>) => {
      const arrays = arraysFor(shapes)
      for (const [tensor, array] of arrays) array.set(lookUp(new Map(Object.entries(given)), tensor).data)
      return arrays
    }
    const model = modelWith(
      'm',
      config,
      { frozen: filled(frozenShapes(config)), trained: filled(trainedShapes(config)) },
      0,
    )
    const engine = createEngine(await loadRuntime(), { provider: 'cpu', threads: 1 })
    t.teardown(engine.close)
    const rows = createFlatParameters()
    const rule = await objectiveRule({ kind: 'cross-entropy' })
    const gradients = async (batch: readonly Example[], sharesPrefixes: boolean) => {
      const found = await gradientsOf({ ...engine, sharesPrefixes }, rows, model, { batch, rule })
      const row = rowOf(found.gradients).slice()
      model.buffers.give(found.gradients)
      return { ...found, row }
    }
    const branches = fc.array(fc.record({ rest: tree(30), from: fc.integer({ min: 1, max: 29 }) }), {
      minLength: 2,
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 65, max: 140 }), branches, async (shared, all) => {
        const examples = all.map(({ rest, from }) => exampleOf(shared, rest, from))
        const together = await gradients(examples, true)
        const apart: Awaited<ReturnType<typeof gradients>>[] = []
        for (const example of examples) apart.push(await gradients([example], false))
        t.true(together.sums.read < apart.reduce((sum, { sums }) => sum + sums.read, 0))
        const loss = apart.reduce((sum, { sums }) => sum + sums.loss, 0)
        t.true(Math.abs(together.sums.loss - loss) <= 1e-4 * (1 + loss))
        const largest = Math.max(...together.row.map(Math.abs))
        together.row.forEach((value, index) => {
          const expected = apart.reduce((sum, { row }) => sum + nth(row, index), 0)
          if (Math.abs(value - expected) > 1e-4 * (1 + largest)) t.fail(`${index}: ${value}, not ${expected}`)
        })
      }),
      { numRuns: 12 },
    )
  })
}
