import type { Pause, Sequence } from '../../contracts/models/device.ts'
import type { PartQueue } from './replicas/part-queue.ts'
import { distribute } from './replicas/distribute.ts'
import { rounds, tokenBudget } from './model/pack.ts'
import type { OptimizerState } from './optimizer-state.ts'
import type { Replica } from './replicas/replica.ts'
import { nth } from '../../math/nth.ts'

/** [L] log-probabilities of each sequence's tokens, 0 for first ones; each rectangle is computed by a replica that is free. */
export async function logprobsTogether(
  replicas: readonly Replica[],
  { name, config }: Pick<OptimizerState, 'name' | 'config'>,
  sequences: readonly Sequence[],
  pause?: Pause,
): Promise<readonly Float32Array[]> {
  const lengths = sequences.map(({ tokens }) => tokens.length)
  const rectangles = rounds(lengths, replicas.length, tokenBudget(config)).flat()
  const parts = rectangles.map(({ members }) => members.map(member => nth(sequences, member)))
  const takers = replicas.map(replica => (queue: PartQueue) => replica.logprobs(name, queue, parts))
  const found = await distribute(parts.length, takers, pause)
  const results: Float32Array[] = []
  rectangles.forEach(({ members }, part) => {
    members.forEach((member, place) => (results[member] = nth(nth(found, part), place)))
  })
  return results
}
