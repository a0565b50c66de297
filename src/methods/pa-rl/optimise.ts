/**
 * Optimising actions instead of policies: of k samples the m best by Q, then gradient steps on each.
 * Source: Mark et al., Policy agnostic RL (2024), section 4.1 and algorithm 1; its released code, for the best iterate that is kept.
 */
import { nth } from '../../math/nth.ts'
import { randomFrom, derive, type Key } from '../../math/random.ts'
import type { ActionValues } from './ensemble.ts'
import { withinUnit, repeatedRows } from '../control/rows.ts'

interface OptimiseOptions {
  /** m, at most the number of samples. */
  readonly keep: number
  /** T */
  readonly localSteps: number
  /** η */
  readonly stepSize: number
}

/** Actions of each row, best first. */
export interface Candidates {
  /** [count × keep × action] */
  readonly actions: Float32Array
  /** [count × keep] */
  readonly values: Float32Array
}

interface Asked {
  readonly observations: Float32Array
  /** Numbers of an observation, and of an action. */
  readonly sizes: { readonly observation: number; readonly action: number }
  /** [count × k × action] */
  readonly samples: Float32Array
}

/** a ← clip(a + η ∇ₐQ), T times; of each candidate the best of its places stays. */
export async function optimiseActions(
  q: ActionValues,
  { observations, sizes, samples }: Asked,
  { keep, localSteps, stepSize }: OptimiseOptions,
): Promise<Candidates> {
  const { observation, action } = sizes
  const count = observations.length / observation
  const among = samples.length / action / count
  const all = await q(repeatedRows(observations, observation, among), samples)
  const best = bestOf({ actions: samples, values: all.values }, { count, action, keep })
  if (localSteps === 0) return best
  const rows = repeatedRows(observations, observation, keep)
  const found = { actions: best.actions.slice(), values: best.values.slice() }
  let at = await q(rows, best.actions)
  let actions = best.actions
  found.values.set(at.values)
  for (let step = 0; step < localSteps; step += 1) {
    const slopes = await at.slopes()
    actions = actions.map((value, place) => withinUnit(value + stepSize * slopes[place]!))
    at = await q(rows, actions)
    for (const [place, value] of at.values.entries()) {
      if (!(value > found.values[place]!)) continue
      found.values[place] = value
      found.actions.set(actions.subarray(place * action, (place + 1) * action), place * action)
    }
  }
  return bestOf(found, { count, action, keep })
}

/** The `keep` best of each row, best first, the earlier of equals. */
function bestOf(
  { actions, values }: Candidates,
  { count, action, keep }: { readonly count: number; readonly action: number; readonly keep: number },
): Candidates {
  const among = values.length / count
  const result = { actions: new Float32Array(count * keep * action), values: new Float32Array(count * keep) }
  for (let row = 0; row < count; row += 1) {
    const order = Array.from({ length: among }, (_, index) => row * among + index)
    order.sort((a, b) => values[b]! - values[a]! || a - b)
    for (let rank = 0; rank < keep; rank += 1) {
      const from = nth(order, rank)
      result.values[row * keep + rank] = values[from]!
      result.actions.set(actions.subarray(from * action, (from + 1) * action), (row * keep + rank) * action)
    }
  }
  return result
}

/** The best action of each row. */
export function bestActions({ actions, values }: Candidates, action: number, count: number): Float32Array {
  const keep = values.length / count
  return Float32Array.from({ length: count * action }, (_, place) => {
    const row = Math.floor(place / action)
    return actions[row * keep * action + (place % action)]!
  })
}

/** One action of each row: the best, or one drawn with weights exp Q. @param key of the draw of each row. */
export function targetActions(
  { actions, values }: Candidates,
  { action, count, key, target }: { action: number; count: number; key: Key; target: 'argmax' | 'sample' },
): Float32Array {
  const keep = values.length / count
  const result = new Float32Array(count * action)
  for (let row = 0; row < count; row += 1) {
    const own = values.subarray(row * keep, (row + 1) * keep)
    const largest = Math.max(...own)
    const weights = Array.from(own, value => Math.exp(value - largest))
    let left = randomFrom(derive(key, row)).uniform() * weights.reduce((sum, weight) => sum + weight, 0)
    const drawn = target === 'argmax' ? own.indexOf(largest) : weights.findIndex(weight => (left -= weight) < 0)
    const from = row * keep + Math.max(0, drawn)
    result.set(actions.subarray(from * action, (from + 1) * action), row * action)
  }
  return result
}

/** The candidates with an action of the data in place of the worst of each row. */
export function withDataActions(
  { actions, values }: Candidates,
  data: { readonly actions: Float32Array; readonly values: Float32Array },
): Candidates {
  const count = data.values.length
  const [keep, action] = [values.length / count, data.actions.length / count]
  const result = { actions: actions.slice(), values: values.slice() }
  for (let row = 0; row < count; row += 1) {
    const worst = row * keep + keep - 1
    result.values[worst] = data.values[row]!
    result.actions.set(data.actions.subarray(row * action, (row + 1) * action), worst * action)
  }
  return result
}
