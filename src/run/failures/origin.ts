/** Finds the first non-finite value by bisecting the failed batch, on any engine. */
import { lookUp } from '../../math/look-up.ts'
import { nth } from '../../math/nth.ts'
import type { Device, Example, ModelState, Sequence, Tensor } from '../../contracts/models/device.ts'
import { NonFiniteError } from '../../engine/semantics/non-finite-error.ts'
import { objectiveRule } from '../../engine/semantics/objective-rule.ts'
import type { Objective } from '../../losses/objective.ts'
import { tensorShapes } from '../../model/tensors/tensors.ts'

/** Examples, sequences, tokens, layers and spans count from 0. */
export type Origin =
  | {
      readonly kind: 'forward'
      readonly example: number
      /** First token at which the sequence fails. */
      readonly token: number
      /** First layer after which the model fails; −1 is the embedding, or what makes logits of it. */
      readonly layer: number
    }
  | { readonly kind: 'objective'; readonly example: number; readonly span: number; readonly what: string }
  /** Gradients in the order of the backward pass. */
  | { readonly kind: 'backward'; readonly example: number; readonly tensors: readonly string[] }
  /** No single example fails. */
  | { readonly kind: 'sum' }
  | { readonly kind: 'optim-step'; readonly tensors: readonly string[] }

/** Name under which models are put on the device here. */
const trial = 'replayed'

/** @returns `null` if no single sequence fails. */
export async function forwardOrigin(
  device: Device,
  state: ModelState,
  sequences: readonly Sequence[],
): Promise<Origin | null> {
  const fails = async (model: ModelState, sequence: Sequence): Promise<boolean> => {
    await device.load(trial, model)
    return (await nonFinite(() => device.logprobs(trial, [sequence]))) !== null
  }
  for (const [example, sequence] of sequences.entries()) {
    if (!(await fails(state, sequence))) continue
    const tokens = await first(1, sequence.tokens.length, length => fails(state, cut(sequence, length)))
    const own = cut(sequence, tokens)
    let layers = 0
    while (layers < state.config.num_hidden_layers && !(await fails(shallow(state, layers), own))) layers += 1
    return { kind: 'forward', example, token: tokens - 1, layer: layers - 1 }
  }
  return null
}

/** Of examples whose log-probabilities are finite. */
export async function backwardOrigin(
  device: Device,
  state: ModelState,
  examples: readonly Example[],
  objective: Objective,
): Promise<Origin> {
  const rule = await objectiveRule(objective)
  for (const [example, each] of examples.entries()) {
    await device.load(trial, state)
    const logprobs = nth(await device.logprobs(trial, [each.sequence]), 0)
    for (const [span, target] of each.spans.entries()) {
      const { loss, gradient } = rule(logprobs.slice(target.start, target.end), target)
      /* The engines take gradients in single precision. */
      const place = gradient.findIndex(value => !Number.isFinite(Math.fround(target.weight * value)))
      const wrong = Number.isFinite(target.weight * loss) ? null : `the loss is ${loss}`
      const what = wrong ?? (place < 0 ? null : `the gradient of token ${target.start + place} is ${gradient[place]}`)
      if (what !== null)
        return { kind: 'objective', example, span, what: `${what}, at an advantage of ${target.advantage}` }
    }
    const error = await nonFinite(() => device.forwardBackward(trial, [each], objective))
    if (error !== null) return { kind: 'backward', example, tensors: backwards(state, error.tensors) }
  }
  return { kind: 'sum' }
}

/** The first tensor that is not finite in this call; `null` if all are finite. @throws any other error. */
export async function nonFinite(attempt: () => Promise<unknown>): Promise<NonFiniteError | null> {
  try {
    await attempt()
    return null
  } catch (thrown) {
    if (thrown instanceof NonFiniteError) return thrown
    throw thrown
  }
}

/** The least number in [low, high] that holds, where all after it do and `high` does. */
async function first(low: number, high: number, holds: (number: number) => Promise<boolean>): Promise<number> {
  let [from, to] = [low, high]
  while (from < to) {
    const middle = Math.floor((from + to) / 2)
    if (await holds(middle)) to = middle
    else from = middle + 1
  }
  return to
}

/** The first tokens: parents come before their children, so that they are a sequence too. */
const cut = ({ tokens, parents }: Sequence, length: number): Sequence => ({
  tokens: tokens.slice(0, length),
  ...(parents === undefined ? {} : { parents: parents.slice(0, length) }),
})

/** The model with its first layers only; without any, one that adds nothing takes their place. */
function shallow({ config, weights }: ModelState, layers: number): ModelState {
  const own = { ...config, num_hidden_layers: Math.max(1, layers) }
  const given = new Map(Object.entries(weights))
  const tensors = [...tensorShapes(own).keys()].map((name): [string, Tensor] => {
    const { shape, data } = lookUp(given, name)
    return [
      name,
      layers === 0 && name.includes('.layers.') ? { shape, data: new Float32Array(data.length) } : { shape, data },
    ]
  })
  return { config: own, weights: Object.fromEntries(tensors) }
}

/** The tied embedding is reached last. */
function backwards({ config }: ModelState, tensors: readonly string[]): readonly string[] {
  const order = [...tensorShapes(config).keys()].reverse()
  const place = (tensor: string): number => order.findIndex(name => tensor.endsWith(name))
  return [...tensors].sort((a, b) => place(a) - place(b))
}
