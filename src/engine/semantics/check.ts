/** Refusals that every engine shares. */
import type { Objective } from '../../losses/objective.ts'
import { parseModelConfig } from '../../model/config.ts'
import type { ModelConfig } from '../../contracts/models/model-config.ts'
import { elements, tensorShapes, trainedShapes } from '../../model/tensors/tensors.ts'
import type {
  Example,
  ModelState,
  Sequence,
  SampleRequest,
  Tensor,
  AdamwSettings,
} from '../../contracts/models/device.ts'
import { depthsOf, parentsOf } from './tree.ts'
import { nth } from '../../math/nth.ts'

/** @throws {RangeError} naming the field of the shape that is wrong, or the tensor that is missing, too many, misshapen or not finite. */
export function checkState(model: string, { config, weights, optimiser }: ModelState): void {
  parseModelConfig(config)
  checkTensors(`model ${model}`, tensorShapes(config), weights)
  if (optimiser === undefined) return
  if (!Number.isInteger(optimiser.step) || optimiser.step < 0) {
    throw new RangeError(`model ${model}: optimiser step must be a non-negative integer, got ${optimiser.step}`)
  }
  checkTensors(`model ${model}, first moments`, trainedShapes(config), optimiser.first)
  checkTensors(`model ${model}, second moments`, trainedShapes(config), optimiser.second)
}

type Shapes = ReadonlyMap<string, readonly number[]>

function checkTensors(where: string, shapes: Shapes, tensors: Readonly<Record<string, Tensor>>): void {
  for (const name of Object.keys(tensors)) {
    if (!shapes.has(name)) throw new RangeError(`${where}: unexpected tensor ${name}`)
  }
  for (const [name, shape] of shapes) {
    const tensor = tensors[name]
    if (tensor === undefined) throw new RangeError(`${where}: tensor ${name} is missing`)
    if (tensor.shape.join() !== shape.join() || tensor.data.length !== elements(shape)) {
      throw new RangeError(
        `${where}: tensor ${name} must be [${shape.join(', ')}], got [${tensor.shape.join(', ')}] with ${tensor.data.length} elements`,
      )
    }
    if (!tensor.data.every(Number.isFinite)) throw new RangeError(`${where}: tensor ${name} is not finite`)
  }
}

/** @throws {RangeError} naming the value that the model cannot take. */
export function checkSequence(config: ModelConfig, sequence: Sequence): void {
  const { tokens, parents } = sequence
  if (tokens.length === 0) throw new RangeError('a sequence must have at least one token, got 0')
  checkIds(config, tokens)
  if (parents !== undefined) {
    if (parents.length !== tokens.length) {
      throw new RangeError(`parents must have ${tokens.length} elements, got ${parents.length}`)
    }
    parents.forEach((parent, index) => {
      if (parent < -1 || parent >= index) {
        throw new RangeError(`parent of token ${index} must be in [-1, ${index}), got ${parent}`)
      }
    })
  }
  const positions = parents === undefined ? tokens.length : Math.max(...depthsOf(parentsOf(sequence))) + 1
  checkPositions(config, positions)
}

/** @throws {RangeError} naming the value that is wrong. */
export function checkExample(config: ModelConfig, { sequence, spans }: Example, objective: Objective['kind']): void {
  checkSequence(config, sequence)
  if (spans.length === 0) throw new RangeError('an example must have at least one span, got 0')
  const parents = parentsOf(sequence)
  for (const { start, end, advantage, oldLogprobs, coefficients, weight } of spans) {
    const { length } = sequence.tokens
    if (!Number.isInteger(start) || !Number.isInteger(end) || start < 0 || end <= start || end > length) {
      throw new RangeError(`a span must lie in [0, ${length}) and not be empty, got [${start}, ${end})`)
    }
    for (let index = start; index < end; index += 1) {
      if (nth(parents, index) < 0) throw new RangeError(`token ${index} of a span must have a parent, got none`)
    }
    if (!(weight > 0 && Number.isFinite(weight))) throw new RangeError(`weight must be in (0, ∞), got ${weight}`)
    if (objective === 'cross-entropy') continue
    if (objective === 'linear') {
      checkNumbers('coefficients', coefficients ?? new Float32Array(0), end - start)
      continue
    }
    if (!Number.isFinite(advantage)) throw new RangeError(`advantage must be finite, got ${advantage}`)
    checkNumbers('oldLogprobs', oldLogprobs, end - start)
  }
}

function checkNumbers(name: string, values: Float32Array, count: number): void {
  if (values.length !== count) throw new RangeError(`${name} must have ${count} elements, got ${values.length}`)
  const wrong = values.find(value => !Number.isFinite(value))
  if (wrong !== undefined) throw new RangeError(`${name} must be finite, got ${wrong}`)
}

/** @throws {RangeError} naming the option that is wrong; the context's own length is checked by `checkLengths`. */
export function checkRequest(config: ModelConfig, request: SampleRequest): void {
  const { tokens, promptSuffix, count, appendToContext, maxTokens, temperature, topP } = request
  checkIds(config, tokens)
  checkIds(config, promptSuffix)
  checkIds(config, request.stop)
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`count must be a positive integer, got ${count}`)
  if (!Number.isInteger(maxTokens) || maxTokens < 1) {
    throw new RangeError(`maxTokens must be a positive integer, got ${maxTokens}`)
  }
  if (!(temperature >= 0 && Number.isFinite(temperature))) {
    throw new RangeError(`temperature must be in [0, ∞), got ${temperature}`)
  }
  if (!(topP > 0 && topP <= 1)) throw new RangeError(`topP must be in (0, 1], got ${topP}`)
  if (appendToContext && (count !== 1 || promptSuffix.length > 0)) {
    throw new RangeError(
      `appendToContext needs count 1 and no promptSuffix, got count ${count} and a promptSuffix of ${promptSuffix.length} tokens`,
    )
  }
}

/**
 * Refuses before anything is computed; a kept sample counts with its greatest length.
 *
 * @param lengthOf how long a context is, 0 if none has that name.
 * @throws {RangeError} if there is nothing to continue, or more positions are needed than the model has.
 */
export function checkLengths(
  config: ModelConfig,
  requests: readonly SampleRequest[],
  lengthOf: (sequenceId: string) => number,
): void {
  const lengths = new Map<string, number>()
  for (const { sequenceId, tokens, promptSuffix, appendToContext, maxTokens } of requests) {
    const context = (lengths.get(sequenceId) ?? lengthOf(sequenceId)) + tokens.length
    if (context + promptSuffix.length === 0)
      throw new RangeError(
        `context ${sequenceId} is empty, and so are the tokens and the promptSuffix: there is nothing to continue`,
      )
    checkPositions(config, context + promptSuffix.length + maxTokens)
    lengths.set(sequenceId, context + (appendToContext ? maxTokens : 0))
  }
}

function checkPositions(config: ModelConfig, positions: number): void {
  if (positions > config.max_position_embeddings) {
    throw new RangeError(
      `a sequence must not exceed max_position_embeddings, ${config.max_position_embeddings}, got ${positions} positions`,
    )
  }
}

/** @throws {RangeError} naming the option that is wrong. */
export function checkUpdate({ learningRate, clipNorm, beta1, beta2, epsilon, weightDecay }: AdamwSettings): void {
  const within = (name: string, value: number, fits: boolean, range: string): void => {
    if (!fits) throw new RangeError(`${name} must be in ${range}, got ${value}`)
  }
  within('learningRate', learningRate, learningRate >= 0 && Number.isFinite(learningRate), '[0, ∞)')
  within('clipNorm', clipNorm, clipNorm > 0, '(0, ∞]')
  within('beta1', beta1, beta1 >= 0 && beta1 < 1, '[0, 1)')
  within('beta2', beta2, beta2 >= 0 && beta2 < 1, '[0, 1)')
  within('epsilon', epsilon, epsilon > 0 && Number.isFinite(epsilon), '(0, ∞)')
  within('weightDecay', weightDecay, weightDecay >= 0 && Number.isFinite(weightDecay), '[0, ∞)')
}

/** @throws {RangeError} if a batch is empty. */
export function checkBatch(name: string, batch: readonly unknown[]): void {
  if (batch.length === 0) throw new RangeError(`${name} must not be empty`)
}

function checkIds({ vocab_size: size }: ModelConfig, ids: Iterable<number>): void {
  for (const id of ids) {
    if (!(Number.isInteger(id) && id >= 0 && id < size)) {
      throw new RangeError(`a token id must be in [0, ${size}), got ${id}`)
    }
  }
}
