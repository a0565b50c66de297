/** The state of AdamW for one tensor, without the tensor; all three have the same length. */
export interface AdamwTensor {
  readonly weight: Float32Array
  /** Running mean of the gradient. */
  readonly first: Float32Array
  /** Running mean of its square. */
  readonly second: Float32Array
}

export interface AdamwOptions {
  readonly learningRate: number
  readonly beta1: number
  readonly beta2: number
  readonly epsilon: number
  readonly weightDecay: number
  /** Which update this is, counting from 1; it corrects the moments for having started at 0. */
  readonly step: number
}

/** β 0.9 and 0.999, no weight decay, gradients clipped to norm 1. */
export const adamDefaults = { beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0, clipNorm: 1 } as const

/**
 * One AdamW step of one tensor: w ← w − η (m̂ / (√v̂ + ε) + decay · w).
 * Source: Loshchilov & Hutter, Decoupled weight decay regularization, ICLR 2019, Algorithm 2, as in torch.optim.AdamW.
 *
 * @param gradient [n], same length as the tensor; multiplied by `scale` first (the clip and the mean).
 * @returns new arrays; the arguments are not changed.
 * @throws {RangeError} if the lengths differ or `step` is not a positive integer.
 */
export function adamw(
  tensor: AdamwTensor,
  gradient: Float32Array | Float64Array,
  scale: number,
  options: AdamwOptions,
): AdamwTensor {
  const { learningRate, beta1, beta2, epsilon, weightDecay, step } = options
  const { length } = tensor.weight
  if (!Number.isInteger(step) || step < 1) throw new RangeError(`step must be a positive integer, got ${step}`)
  if (gradient.length !== length) throw new RangeError(`gradient must have ${length} elements, got ${gradient.length}`)
  const weight = new Float32Array(length)
  const first = new Float32Array(length)
  const second = new Float32Array(length)
  const correction1 = 1 - beta1 ** step
  const correction2 = 1 - beta2 ** step
  for (let index = 0; index < length; index += 1) {
    const slope = gradient[index]! * scale
    const mean = beta1 * tensor.first[index]! + (1 - beta1) * slope
    const square = beta2 * tensor.second[index]! + (1 - beta2) * slope * slope
    const move = mean / correction1 / (Math.sqrt(square / correction2) + epsilon) + weightDecay * tensor.weight[index]!
    weight[index] = tensor.weight[index]! - learningRate * move
    first[index] = mean
    second[index] = square
  }
  return { weight, first, second }
}

/** L2 norm over all tensors together, summed in float64. */
export function gradientNorm(gradients: Iterable<Float32Array | Float64Array>): number {
  let sum = 0
  for (const gradient of gradients) for (const slope of gradient) sum += slope * slope
  return Math.sqrt(sum)
}
