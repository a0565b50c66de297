/** A head of a network that says a distribution over values, and the loss by which it is learnt. Pure. */

/** The values that it speaks of: `count` of them, at least 2, evenly from `low` to `high`. */
export interface ValueBins {
  readonly low: number
  readonly high: number
  readonly count: number
}

export interface ExpectedValues {
  /** [rows] Σ p z, in units of the values. */
  readonly values: Float32Array
  /**
   * ∂/∂logit of Σ slopes · values: slope · p (z − value).
   *
   * @param slopes [rows]
   * @returns [rows × count]
   */
  readonly gradients: (slopes: Float32Array) => Float32Array
}

/**
 * The mean of each row's distribution, the softmax of its logits.
 *
 * @param logits [rows × count]
 * @throws {RangeError} if the bins are none, or the logits no whole rows.
 */
export function expectedValues(logits: Float32Array, bins: ValueBins): ExpectedValues {
  const { count } = checked(logits, bins)
  const shares = softmaxRows(logits, count)
  const rows = logits.length / count
  const values = new Float32Array(rows)
  for (let row = 0; row < rows; row += 1) {
    let sum = 0
    for (let bin = 0; bin < count; bin += 1) sum += shares[row * count + bin]! * valueOf(bin, bins)
    values[row] = sum
  }
  return {
    values,
    gradients: slopes =>
      Float32Array.from(shares, (share, place) => {
        const row = Math.floor(place / count)
        return slopes[row]! * share * (valueOf(place % count, bins) - values[row]!)
      }),
  }
}

export interface CategoricalValueLoss {
  /** Mean over rows, nats. */
  readonly loss: number
  /** [rows × count] of that mean. */
  readonly gradients: Float32Array
}

/**
 * Cross-entropy with a target's two nearest values, weighted so that their mean is the target: −Σ y log p, mean over rows.
 * Source: Schrittwieser et al., Mastering Atari, Go, chess and shogi by planning with a learned model (2020), appendix F, without
 * its rescaling of values; targets outside the bins count as their ends.
 *
 * @param logits [rows × count]
 * @param targets [rows], in units of the values.
 * @throws {RangeError} as `expectedValues`, or if there is not one target for each row.
 */
export function categoricalValueLoss(
  logits: Float32Array,
  targets: Float32Array,
  bins: ValueBins,
): CategoricalValueLoss {
  const { low, high, count } = checked(logits, bins)
  const rows = logits.length / count
  if (targets.length !== rows)
    throw new RangeError(`targets must be one for each of ${rows} rows, got ${targets.length}`)
  const gradients = softmaxRows(logits, count).map(share => share / rows)
  let loss = 0
  for (let row = 0; row < rows; row += 1) {
    const at = ((Math.min(high, Math.max(low, targets[row]!)) - low) / (high - low)) * (count - 1)
    const first = Math.min(count - 2, Math.floor(at))
    for (const [bin, weight] of [
      [first, first + 1 - at],
      [first + 1, at - first],
    ] as const) {
      loss -= (weight * Math.log(Math.max(gradients[row * count + bin]! * rows, Number.MIN_VALUE))) / rows
      gradients[row * count + bin]! -= weight / rows
    }
  }
  return { loss, gradients: Float32Array.from(gradients) }
}

const valueOf = (bin: number, { low, high, count }: ValueBins): number => low + ((high - low) * bin) / (count - 1)

function softmaxRows(logits: Float32Array, count: number): Float64Array {
  const shares = new Float64Array(logits.length)
  for (let start = 0; start < logits.length; start += count) {
    let [largest, total] = [-Infinity, 0]
    for (let bin = 0; bin < count; bin += 1) largest = Math.max(largest, logits[start + bin]!)
    for (let bin = 0; bin < count; bin += 1) total += shares[start + bin] = Math.exp(logits[start + bin]! - largest)
    for (let bin = 0; bin < count; bin += 1) shares[start + bin]! /= total
  }
  return shares
}

function checked({ length }: Float32Array, bins: ValueBins): ValueBins {
  const { low, high, count } = bins
  if (!Number.isInteger(count) || count < 2)
    throw new RangeError(`count must be an integer of at least 2, got ${count}`)
  if (!(low < high)) throw new RangeError(`low must be below high, got ${low} and ${high}`)
  if (length % count !== 0) throw new RangeError(`logits must be whole rows of ${count}, got ${length} numbers`)
  return bins
}
