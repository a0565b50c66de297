import type { Pause, Sequence } from '../device.ts'
import { allFinite } from '../../math/all-finite.ts'
import { NonFiniteError } from '../non-finite-error.ts'
import { rotaryTable } from '../rotary.ts'
import { parentsOf } from '../tree.ts'
import type { Engine, Feeds } from './engine.ts'
import type { Model } from './model.ts'
import { layOut, rectangles } from './pack.ts'
import { targetsOf, type Targets } from './targets.ts'

/** Most tokens of one run: few enough that what lies between two operators stays in the processor's cache. */
export const tokenBudget = 2048

/** [L] log-probabilities of each sequence's tokens, 0 for first ones. */
export async function score(
  engine: Engine,
  model: Model,
  sequences: readonly Sequence[],
  pause: Pause = async () => {},
): Promise<Float32Array[]> {
  const results = sequences.map(({ tokens }) => new Float32Array(tokens.length))
  const lengths = sequences.map(({ tokens }) => tokens.length)
  for (const [index, { members, length }] of rectangles(lengths, tokenBudget).entries()) {
    if (index > 0) await pause()
    const batch = members.map(member => sequences[member]!)
    const wanted = batch.map(sequence =>
      [...parentsOf(sequence)].flatMap((parent, token) => (parent < 0 ? [] : [token])),
    )
    const targets = targetsOf(batch, wanted, length)
    if (targets.pairs.length === 0) continue
    const output = await engine.run('score', model, feedsOf(model, batch, length, targets))
    const [logprobs] = output('logprobs')
    checkFinite(model, logprobs)
    targets.places.forEach((place, row) => {
      for (const [token, index] of place) results[members[row]!]![token] = logprobs[index]!
    })
  }
  return results
}

/** @throws {NonFiniteError} if a log-probability is not finite. */
export function checkFinite({ name }: Model, logprobs: Float32Array): void {
  if (!allFinite(logprobs)) throw new NonFiniteError(name, ['the log-probabilities'])
}

/** What the graphs over whole sequences take besides the weights. */
export function feedsOf(
  { config, rotary: usual }: Model,
  batch: readonly Sequence[],
  length: number,
  { rows, pairs }: Targets,
): Feeds {
  const group = config.num_attention_heads / config.num_key_value_heads
  /* A tree may have more tokens than any of its paths: the operator wants a position for each. */
  const rotary = length > usual.shape[0] ? rotaryTable(config, length) : usual
  const { ids, positions, mask, distinct } = layOut(batch, length, group)
  return {
    ids: [ids, [batch.length, length]],
    positions: [positions, [batch.length, length]],
    cos: [rotary.cos, rotary.shape],
    sin: [rotary.sin, rotary.shape],
    mask: [mask, [distinct, 1, length * group, length]],
    rows: [rows, [rows.length]],
    targets: [pairs, [pairs.length / 2, 2]],
  }
}
