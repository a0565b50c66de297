import * as tf from '@tensorflow/tfjs-core'
import type { SpanRule } from '../../losses/objective.ts'
import { adamw, gradientNorm } from '../../math/adamw.ts'
import { allFinite } from '../../math/all-finite.ts'
import { derive, randomFrom } from '../../math/random.ts'
import type { ModelConfig } from '../../contracts/models/model-config.ts'
import { elements, tensorShapes, trainedShapes } from '../../model/tensors/tensors.ts'
import type {
  LossSums,
  Example,
  ModelState,
  Pause,
  Sample,
  SampleRequest,
  Sequence,
  Tensor,
  OptimStepResult,
  AdamwSettings,
} from '../../contracts/models/device.ts'
import { choose } from '../semantics/choose.ts'
import { NonFiniteError } from '../semantics/non-finite-error.ts'
import { addSums, zeroSums } from '../semantics/sums.ts'
import { parentsOf } from '../semantics/tree.ts'
import type { Backend } from './backend.ts'
import { nextLogprobs } from './forward.ts'
import { lossAndGradients } from './loss.ts'
import { nth } from '../../math/nth.ts'
import { lookUp } from '../../math/look-up.ts'

/** One loaded model; every call was checked before. */
export interface TfjsModel {
  readonly config: ModelConfig
  /** How long a context is, 0 if none has that name. */
  readonly contextLength: (sequenceId: string) => number
  /** Answers all, or leaves every context as it was. */
  readonly sample: (requests: readonly SampleRequest[]) => Promise<readonly (readonly Sample[])[]>
  readonly release: (sequenceIds: readonly string[]) => void
  readonly score: (sequence: Sequence) => Promise<Float32Array>
  /** @param pause awaited between examples. */
  readonly accumulate: (examples: readonly Example[], rule: SpanRule, pause?: Pause) => Promise<LossSums>
  readonly update: (options: AdamwSettings) => OptimStepResult
  readonly save: () => ModelState
  /** Gives back the memory of the weights. */
  readonly dispose: () => void
}

type Numbers = Map<string, Float32Array>

/** @param name the model's, for errors. */
export function tfjsModel(backend: Backend, name: string, { config, weights, optimiser }: ModelState): TfjsModel {
  const shapes = tensorShapes(config)
  const trained = trainedShapes(config)
  const contexts = new Map<string, readonly number[]>()
  let values = numbers(shapes, weights)
  let current = onBackend()
  let step = optimiser?.step ?? 0
  let first = numbers(trained, optimiser?.first)
  let second = numbers(trained, optimiser?.second)
  let pending: { readonly gradients: Numbers; readonly weight: number } | undefined

  return {
    config,
    contextLength: sequenceId => contexts.get(sequenceId)?.length ?? 0,
    release: sequenceIds => sequenceIds.forEach(sequenceId => contexts.delete(sequenceId)),
    sample: sampler({ name, config, contexts, distributions, version: () => step }),
    score,
    accumulate,
    update,
    save: () => ({
      config,
      weights: tensors(shapes, values),
      optimiser: { step, first: tensors(trained, first), second: tensors(trained, second) },
    }),
    dispose: () => tf.dispose([...current.values()]),
  }

  async function score(sequence: Sequence): Promise<Float32Array> {
    const next = await distributions(sequence)
    requireFinite(name, next, 'the log-probabilities')
    return Float32Array.from(parentsOf(sequence), (parent, index) =>
      parent < 0 ? 0 : nth(next, parent * config.vocab_size + nth(sequence.tokens, index)),
    )
  }

  /** [L · V] */
  async function distributions(sequence: Sequence): Promise<Float32Array> {
    return nth(await backend.compute(() => [nextLogprobs(config, current, sequence)]), 0)
  }

  async function accumulate(examples: readonly Example[], rule: SpanRule, pause?: Pause): Promise<LossSums> {
    const total: Numbers = new Map([...(pending?.gradients ?? [])].map(([key, gradient]) => [key, gradient.slice()]))
    const sums = zeroSums()
    for (const [index, example] of examples.entries()) {
      if (index > 0) await pause?.()
      const { sums: own, gradients } = await lossAndGradients(backend, { config, weights: current }, example, rule)
      addSums(sums, own)
      for (const [key, gradient] of gradients) {
        const so = total.get(key)
        total.set(key, so === undefined ? gradient : so.map((sum, index) => sum + gradient[index]!))
      }
    }
    if (!Number.isFinite(sums.loss)) throw new NonFiniteError(name, ['the loss'])
    const wrong = [...total].filter(([, gradient]) => !allFinite(gradient)).map(([key]) => `the gradient of ${key}`)
    if (wrong.length > 0) throw new NonFiniteError(name, wrong)
    pending = { gradients: total, weight: (pending?.weight ?? 0) + sums.weight }
    return sums
  }

  function update({ clipNorm, ...options }: AdamwSettings): OptimStepResult {
    if (pending === undefined) throw new RangeError(`model ${name} has nothing accumulated to update with`)
    const { gradients, weight } = pending
    const norm = gradientNorm(gradients.values()) / weight
    if (!Number.isFinite(norm)) throw new NonFiniteError(name, ['the gradient norm'])
    const scale = Math.min(1, clipNorm / norm) / weight
    const moved = [...gradients].map(([key, gradient]) => {
      const tensor = { weight: lookUp(values, key), first: lookUp(first, key), second: lookUp(second, key) }
      const next = adamw(tensor, gradient, scale, { ...options, step: step + 1 })
      requireFinite(name, next.weight, key)
      requireFinite(name, next.first, `the first moment of ${key}`)
      requireFinite(name, next.second, `the second moment of ${key}`)
      return [key, next] as const
    })
    values = new Map([...values, ...moved.map(([key, next]) => [key, next.weight] as const)])
    tf.dispose([...current.values()])
    current = onBackend()
    first = new Map(moved.map(([key, next]) => [key, next.first]))
    second = new Map(moved.map(([key, next]) => [key, next.second]))
    step += 1
    pending = undefined
    return { step, gradientNorm: norm }
  }

  /** The weights as the backend has them. */
  function onBackend(): ReadonlyMap<string, tf.Tensor> {
    backend.use()
    return new Map([...shapes].map(([key, shape]) => [key, tf.tensor(lookUp(values, key).slice(), [...shape])]))
  }
}

interface SamplerOptions {
  readonly name: string
  readonly config: ModelConfig
  /** Tokens by context. */
  readonly contexts: Map<string, readonly number[]>
  /** [L · V] log-probabilities of what follows each token. */
  readonly distributions: (sequence: Sequence) => Promise<Float32Array>
  readonly version: () => number
}

function sampler({ name, config, contexts, distributions, version }: SamplerOptions): TfjsModel['sample'] {
  return sample

  async function sample(requests: readonly SampleRequest[]): Promise<readonly (readonly Sample[])[]> {
    const before = [...contexts]
    try {
      const samples: (readonly Sample[])[] = []
      for (const request of requests) samples.push(await sampleOne(request))
      return samples
    } catch (error) {
      contexts.clear()
      for (const [sequenceId, tokens] of before) contexts.set(sequenceId, tokens)
      throw error
    }
  }

  async function sampleOne(request: SampleRequest): Promise<readonly Sample[]> {
    const { sequenceId, tokens, promptSuffix, count, appendToContext, key } = request
    const context = [...(contexts.get(sequenceId) ?? []), ...tokens]
    const samples: Sample[] = []
    for (let j = 0; j < count; j += 1) {
      samples.push(await generate([...context, ...promptSuffix], request, randomFrom(derive(key, j)).uniform))
    }
    contexts.set(sequenceId, appendToContext ? [...context, ...samples.flatMap(({ tokens }) => [...tokens])] : context)
    return samples
  }

  /** Computes the whole context anew for each token. */
  async function generate(
    prompt: readonly number[],
    { maxTokens, temperature, topP, stop }: Pick<SampleRequest, 'maxTokens' | 'temperature' | 'topP' | 'stop'>,
    uniform: () => number,
  ): Promise<Sample> {
    const text = [...prompt]
    const logprobs: number[] = []
    let finish: Sample['finish'] = 'length'
    while (logprobs.length < maxTokens && finish === 'length') {
      const last = (await distributions({ tokens: Int32Array.from(text) })).slice(-config.vocab_size)
      requireFinite(name, last, 'the log-probabilities')
      const { token, logprob } = choose(last, { temperature, topP }, uniform())
      text.push(token)
      logprobs.push(logprob)
      if (stop.includes(token)) finish = 'stop'
    }
    return {
      tokens: Int32Array.from(text.slice(prompt.length)),
      logprobs: Float32Array.from(logprobs),
      finish,
      version: version(),
    }
  }
}

type Shapes = ReturnType<typeof tensorShapes>

/** Copies of the numbers, 0 where there are none. */
const numbers = (shapes: Shapes, from?: Readonly<Record<string, Tensor>>): Numbers =>
  new Map([...shapes].map(([key, shape]) => [key, from?.[key]?.data.slice() ?? new Float32Array(elements(shape))]))

const tensors = (shapes: Shapes, from: Numbers): Record<string, Tensor> =>
  Object.fromEntries([...shapes].map(([key, shape]) => [key, { shape, data: lookUp(from, key).slice() }]))

function requireFinite(model: string, found: Float32Array, what: string): void {
  if (!allFinite(found)) throw new NonFiniteError(model, [what])
}
