/** The gradient that an engine sums is the derivative of its loss, however its examples are put together. */
import test from 'ava'
import fc from 'fast-check'
import type { Tensor } from '../../../src/contracts/models/device.ts'
import type { ModelConfig } from '../../../src/contracts/models/model-config.ts'
import { nth } from '../../../src/math/nth.ts'
import { present } from '../../fixtures/present.ts'
import { bareUpdate, chain, exampleOf, livelyModel, normOf, objectives, smallConfig, tree } from './device-cases.ts'
import type { Subject } from './subject.ts'

const shapes: Readonly<Record<string, ModelConfig>> = {
  tied: smallConfig,
  untied: { ...smallConfig, tie_word_embeddings: false, num_key_value_heads: 4 },
}
/** An objective changes nothing in how an architecture is differentiated: each is held with one. */
const architectures: Readonly<Record<string, ModelConfig>> = {
  'tied, qwen3': { ...smallConfig, model_type: 'qwen3', head_dim: 6 },
  'untied, llama': { ...smallConfig, model_type: 'llama', tie_word_embeddings: false },
  'tied, smollm3': { ...smallConfig, model_type: 'smollm3', no_rope_layers: [1, 0] },
  'tied, an adapter': {
    ...smallConfig,
    model_type: 'llama',
    lora: { r: 2, lora_alpha: 3, target_modules: ['q_proj', 'o_proj', 'up_proj', 'down_proj'] },
  },
}

/** @param configs that every objective is tried with. @param others that one is. */
export function gradientLaws(
  { name, opened, close, tolerance }: Subject,
  configs: Readonly<Record<string, ModelConfig>> = shapes,
  others = architectures,
): void {
  for (const objective of objectives) {
    for (const [kind, sequence] of Object.entries({ chain: chain(20, 6), tree: tree(20, 6) })) {
      const own = objective.kind === 'clipped' && kind === 'tree' ? { ...configs, ...others } : configs
      for (const [shape, config] of Object.entries(own)) {
        const title = `${objective.kind} on a ${kind}, ${shape}`
        test.serial(`${name}: gradients equal finite differences: ${title}`, async t => {
          await fc.assert(
            fc.asyncProperty(sequence, fc.nat({ max: 1000 }), async (drawn, seed) => {
              const state = livelyModel(config, seed)
              const device = await opened(state)
              const [logprobs] = await device.logprobs('m', [drawn])
              const examples = [exampleOf(drawn, present(logprobs))]
              const at = async (weights: Readonly<Record<string, Tensor>>) => {
                await device.load('shifted', { config, weights })
                const { loss, weight, clipped } = await device.forwardBackward('shifted', examples, objective)
                return { loss: loss / weight, clipped }
              }
              await device.forwardBackward('m', examples, objective)
              await device.optimStep('m', bareUpdate)
              const gradients = present((await device.save('m')).optimiser).first
              for (const [tensor, { data }] of Object.entries(gradients)) {
                const length = Math.hypot(...data)
                if (length < 1e-3) continue
                const shifted = (by: number) => {
                  const { shape, data: weight } = present(state.weights[tensor])
                  const moved = weight.map((value, index) => value + (by * nth(data, index)) / length)
                  return { ...state.weights, [tensor]: { shape, data: moved } }
                }
                const error = 2e-2 * length + 2e-3
                const slope = await slopeOf(by => at(shifted(by)), { expected: length, error })
                if (slope === null) continue
                t.true(Math.abs(slope - length) < error, `${tensor}: gradient ${length}, finite difference ${slope}`)
              }
            }),
            { numRuns: 2, endOnFailure: true },
          )
        })
      }
    }
  }

  test.serial(`${name}: gradients of a batch and of its parts one after another are the same mean`, async t => {
    await fc.assert(
      fc.asyncProperty(fc.array(tree(20, 6), { minLength: 2, maxLength: 5 }), async sequences => {
        const device = await opened()
        await device.load('parts', livelyModel(smallConfig, 1))
        const logprobs = await device.logprobs('m', sequences)
        const examples = sequences.map((sequence, index) => exampleOf(sequence, nth(logprobs, index)))
        await device.forwardBackward('m', examples, nth(objectives, 1))
        for (const example of examples) {
          for (const span of example.spans) {
            await device.forwardBackward('parts', [{ ...example, spans: [span] }], nth(objectives, 1))
          }
        }
        const whole = await device.optimStep('m', bareUpdate)
        const parts = await device.optimStep('parts', bareUpdate)
        t.true(Math.abs(normOf(whole) - normOf(parts)) < 1e-3 * normOf(whole))
        const [a, b] = [
          present((await device.save('m')).optimiser).first,
          present((await device.save('parts')).optimiser).first,
        ]
        for (const [tensor, { data }] of Object.entries(a)) {
          t.true(close(data, present(b[tensor]).data, 1e-3 * normOf(whole)), tensor)
        }
      }),
      { numRuns: 4, endOnFailure: true },
    )
  })

  test.serial(`${name}: a span of weight 2 counts as the span twice`, async t => {
    const device = await opened()
    await device.load('twice', livelyModel(smallConfig, 1))
    const sequence = { tokens: Int32Array.of(3, 1, 4, 1, 5, 9, 2, 6) }
    const span = { start: 2, end: 6, advantage: 0, oldLogprobs: new Float32Array(0), weight: 1 }
    const other = { ...span, start: 6, end: 8 }
    const cross = nth(objectives, 0)
    const once = await device.forwardBackward('m', [{ sequence, spans: [{ ...span, weight: 2 }, other] }], cross)
    const twice = await device.forwardBackward('twice', [{ sequence, spans: [span, span, other] }], cross)
    t.true(Math.abs(once.loss - twice.loss) < tolerance && once.weight === twice.weight)
    t.is(twice.spans, 3)
    const norms = [await device.optimStep('m', bareUpdate), await device.optimStep('twice', bareUpdate)]
    t.true(Math.abs(normOf(nth(norms, 0)) - normOf(nth(norms, 1))) < 1e-4 * normOf(nth(norms, 0)))
  })
}

/** The loss at a place, and how many of its tokens are clipped there. */
interface Point {
  readonly loss: number
  readonly clipped: number
}

/** @returns the slope at 0, or null where the loss has a kink nearby: a token begins to be clipped, and there is no derivative. */
async function slopeOf(
  at: (by: number) => Promise<Point>,
  { expected, error }: { readonly expected: number; readonly error: number },
): Promise<number | null> {
  const inner = [await at(-2.5e-3), await at(2.5e-3)] as const
  if (kinked(inner)) return null
  const difference = (inner[1].loss - inner[0].loss) / 5e-3
  /* Mostly one difference is near enough by itself: then it is held to half of the error. */
  if (Math.abs(difference - expected) < error / 2) return difference
  const outer = [await at(-5e-3), await at(5e-3)] as const
  if (kinked([...inner, ...outer])) return null
  /* Richardson's extrapolation: where the loss is curved, one difference alone is several per cent off. */
  return (4 * difference - (outer[1].loss - outer[0].loss) / 1e-2) / 3
}

const kinked = (points: readonly Point[]): boolean => new Set(points.map(({ clipped }) => clipped)).size > 1
