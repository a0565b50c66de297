import type { Pause, Sequence } from '../../contracts/device.ts'
import { inRounds } from './replicas/in-rounds.ts'
import { rounds } from './layout/pack.ts'
import type { Replica } from './replicas/replica.ts'
import { nth } from '../../math/nth.ts'

/** [L] log-probabilities of each sequence's tokens, 0 for first ones; each replica computes its part of every round. */
export async function logprobsTogether(
  replicas: readonly Replica[],
  model: string,
  sequences: readonly Sequence[],
  pause: Pause = async () => {},
): Promise<readonly Float32Array[]> {
  const results: Float32Array[] = []
  const lengths = sequences.map(({ tokens }) => tokens.length)
  await inRounds(rounds(lengths, replicas.length), replicas, pause, async (replica, members) => {
    const logprobs = await replica.logprobs(
      model,
      members.map(member => nth(sequences, member)),
    )
    members.forEach((member, place) => (results[member] = nth(logprobs, place)))
  })
  return results
}
