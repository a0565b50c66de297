/** Ids without a token have probability 0, wherever tokens are sampled, scored and trained on. */
import test from 'ava'
import fc from 'fast-check'
import type { ModelState, Sequence } from '../../../src/contracts/models/device.ts'
import type { IdRange } from '../../../src/contracts/models/model-config.ts'
import { nth } from '../../../src/math/nth.ts'
import { present } from '../../fixtures/present.ts'
import { bareUpdate, chain, livelyModel, objectives, request, runs, smallConfig, vocabulary } from './device-cases.ts'
import type { Subject } from './subject.ts'

/** Holes between the ids and padding above them; id 0 always has a token. */
const missing = fc
  .uniqueArray(fc.integer({ min: 1, max: vocabulary - 1 }), { minLength: 1, maxLength: vocabulary - 2 })
  .map(ids => new Set(ids))

const rangesOf = (ids: ReadonlySet<number>): readonly IdRange[] =>
  [...ids].sort((a, b) => a - b).map(id => [id, id + 1] as const)

const without = ({ config, weights }: ModelState, ids: ReadonlySet<number>): ModelState => ({
  config: { ...config, missing_ids: rangesOf(ids) },
  weights,
})

const untied = { ...smallConfig, tie_word_embeddings: false }

/** The tokens, and after the last of them every id of the vocabulary as a branch of its own. */
function withFollowers(tokens: Int32Array): Sequence {
  const last = tokens.length - 1
  return {
    tokens: Int32Array.from([...tokens, ...Array.from({ length: vocabulary }, (_, id) => id)]),
    parents: Int32Array.from({ length: tokens.length + vocabulary }, (_, at) => Math.min(at - 1, last)),
  }
}

export function missingIdsLaws({ name, opened, close, tolerance }: Subject): void {
  test.serial(`${name}: ids without a token have probability 0, and the others share what there is`, async t => {
    await fc.assert(
      fc.asyncProperty(missing, chain(12), fc.boolean(), async (ids, { tokens }, tied) => {
        const full = livelyModel(tied ? smallConfig : untied, 3)
        const followers = async (model: ModelState): Promise<Float32Array> => {
          const [found] = await (await opened(model)).logprobs('m', [withFollowers(tokens)])
          return present(found).slice(tokens.length)
        }
        const all = await followers(full)
        const found = await followers(without(full, ids))
        const known = [...all.keys()].filter(id => !ids.has(id))
        const total = Math.log(known.reduce((sum, id) => sum + Math.exp(nth(all, id)), 0))
        for (const id of ids) t.is(Math.exp(nth(found, id)), 0)
        t.true(
          close(
            known.map(id => nth(found, id)),
            known.map(id => nth(all, id) - total),
            4 * tolerance,
          ),
        )
      }),
      runs,
    )
  })

  test.serial(`${name}: ids without a token are never sampled, at any temperature`, async t => {
    const often = fc.record({ first: request('missing'), temperature: fc.constantFrom(0, 0.5, 1, 100) })
    await fc.assert(
      fc.asyncProperty(missing, often, async (ids, { first, temperature }) => {
        const device = await opened(without(livelyModel(smallConfig, 4), ids))
        const [samples] = await device.sample('m', [{ ...first, temperature, count: 8, stop: [] }])
        for (const { tokens, logprobs } of present(samples)) {
          t.deepEqual(
            [...tokens].filter(id => ids.has(id)),
            [],
          )
          t.true(logprobs.every(Number.isFinite))
        }
      }),
      runs,
    )
  })

  test.serial(`${name}: ids without a token get no gradient from the head, and add nothing to entropies`, async t => {
    await fc.assert(
      fc.asyncProperty(missing, chain(8), fc.constantFrom(...objectives), async (ids, { tokens }, objective) => {
        const device = await opened(without(livelyModel(untied, 5), ids))
        const sequence = { tokens: tokens.map(id => (ids.has(id) ? 0 : id)) }
        const [scored, next] = await device.logprobs('m', [sequence, withFollowers(sequence.tokens.slice(0, -1))])
        const span = { start: tokens.length - 1, end: tokens.length, advantage: 1, weight: 1 }
        const examples = [{ sequence, spans: [{ ...span, oldLogprobs: present(scored).slice(-1) }] }]
        const { entropy } = await device.forwardBackward('m', examples, objective)
        const logprobs = [...present(next).slice(tokens.length - 1)].filter((_, id) => !ids.has(id))
        t.true(
          close([entropy ?? NaN], [-logprobs.reduce((sum, each) => sum + Math.exp(each) * each, 0)], 20 * tolerance),
        )
        await device.optimStep('m', bareUpdate)
        const head = present(present((await device.save('m')).optimiser).first['lm_head.weight'])
        const width = nth(head.shape, 1)
        for (const id of ids) t.true(head.data.subarray(id * width, (id + 1) * width).every(each => each === 0))
      }),
      runs,
    )
  })
}
