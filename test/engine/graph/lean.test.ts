/** What saves memory in the training of a large model changes no bit. */
import test from 'ava'
import fc from 'fast-check'
import type { Outputs } from '../../../src/engine/local/sessions/program.ts'
import type { Engine } from '../../../src/engine/local/sessions/engine.ts'
import { trainingGraphs } from '../../../src/engine/graph/sequences/training-graphs.ts'
import { createFlatParameters } from '../../../src/engine/local/memory/flat-parameters.ts'
import { arraysFor, rowOf } from '../../../src/engine/local/memory/buffer-pool.ts'
import { modelWith } from '../../../src/engine/local/model/model.ts'
import { openProgram } from '../../../src/engine/local/sessions/program.ts'
import { loadRuntime } from '../../../src/engine/local/sessions/runtime.ts'
import { gradientsOf } from '../../../src/engine/local/training/gradients.ts'
import { objectiveRule } from '../../../src/engine/semantics/objective-rule.ts'
import { frozenShapes, trainedShapes } from '../../../src/model/tensors/tensors.ts'
import type { ModelConfig } from '../../../src/contracts/models/model-config.ts'
import { lookUp } from '../../../src/math/look-up.ts'
import { present } from '../../fixtures/present.ts'
import { livelyModel, smallConfig } from '../../laws/device/device-cases.ts'

const lora = { r: 2, lora_alpha: 4, target_modules: ['q_proj', 'v_proj', 'down_proj'] } as const
const adapted = { ...smallConfig, lora }

/** Only what training needs. */
async function trainer(config: ModelConfig, lean: boolean, sharesPrefixes: boolean) {
  const runtime = await loadRuntime()
  const { first, second, carried } = trainingGraphs(config, { portable: false, lean, prefix: sharesPrefixes })
  const options = { provider: 'cpu', threads: 1, lean } as const
  const [forward, backward] = [await openProgram(runtime, first, options), await openProgram(runtime, second, options)]
  const train: Engine['train'] = async ({ shapes, weights }, feeds, { feeds: further, into }) => {
    const feedOf = (given: typeof feeds, passed?: Outputs) => (name: string) => {
      const weight = weights.get(name)
      if (weight !== undefined) return [weight, lookUp(shapes, name)] as const
      return passed !== undefined && carried.includes(name) ? passed(name) : present(given[name])
    }
    const passed = await forward.run(feedOf(feeds))
    return backward.run(feedOf({ ...feeds, ...further(passed) }, passed), name => into[name])
  }
  const refuse = () => Promise.reject(new Error('only training is tried'))
  const close = async () => {
    await forward.close()
    await backward.close()
  }
  return { engine: { sharesPrefixes, logprobs: refuse, train, open: refuse, close }, carried: carried.length }
}

const cases = { 'all weights': smallConfig, 'an adapter': adapted }
const beginnings = {
  '': new Int32Array(0),
  ', behind a prefix,': Int32Array.from({ length: 64 }, (_, index) => index % 7),
}
for (const [name, config, [kind, beginning]] of Object.entries(cases).flatMap(([name, config]) =>
  Object.entries(beginnings).map(each => [name, config, each] as const),
)) {
  test(`gradients of ${name}${kind} have the same bits where less is carried`, async t => {
    const prefix = beginning.length > 0
    const [usual, lean] = [await trainer(config, false, prefix), await trainer(config, true, prefix)]
    t.teardown(() => Promise.all([usual.engine.close(), lean.engine.close()]))
    t.true(lean.carried < usual.carried)
    const given = new Map(Object.entries(livelyModel(config, 1).weights).map(([tensor, { data }]) => [tensor, data]))
    const filled = (shapes: ReadonlyMap<string, readonly number[]>) => {
      const arrays = arraysFor(shapes)
      for (const [tensor, array] of arrays) array.set(lookUp(given, tensor))
      return arrays
    }
    const weights = { frozen: filled(frozenShapes(config)), trained: filled(trainedShapes(config)) }
    const model = modelWith('one', config, weights, 0)
    const rows = createFlatParameters()
    const rule = await objectiveRule({ kind: 'cross-entropy' })
    const ids = fc.array(fc.nat(config.vocab_size - 1), { minLength: 2, maxLength: 16 })
    await fc.assert(
      fc.asyncProperty(ids, async tokens => {
        const batch = [tokens, tokens.toReversed()].slice(0, prefix ? 2 : 1).map(own => {
          const all = Int32Array.of(...beginning, ...own)
          const span = { start: beginning.length + 1, end: all.length, weight: 1 }
          return { sequence: { tokens: all }, spans: [{ ...span, advantage: 0, oldLogprobs: new Float32Array(0) }] }
        })
        const [one, other] = [
          await gradientsOf(usual.engine, rows, model, { batch, rule }),
          await gradientsOf(lean.engine, rows, model, { batch, rule }),
        ]
        t.deepEqual(rowOf(other.gradients), rowOf(one.gradients))
        t.deepEqual(other.sums, one.sums)
        model.buffers.give(one.gradients)
        model.buffers.give(other.gradients)
      }),
      { numRuns: 10 },
    )
  })
}
