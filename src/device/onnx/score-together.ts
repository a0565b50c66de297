import type { Pause, Sequence } from '../device.ts'
import { rounds } from './pack.ts'
import type { Replica } from './replica.ts'
import { together } from './together.ts'

/** [L] log-probabilities of each sequence's tokens, 0 for first ones; each replica computes its part of every round. */
export async function scoreTogether(
  replicas: readonly Replica[],
  model: string,
  sequences: readonly Sequence[],
  pause: Pause = async () => {},
): Promise<readonly Float32Array[]> {
  const results: Float32Array[] = []
  const lengths = sequences.map(({ tokens }) => tokens.length)
  for (const [index, round] of rounds(lengths, replicas.length).entries()) {
    if (index > 0) await pause()
    const parts = round.map(({ members }, place) => async (): Promise<void> => {
      const logprobs = await replicas[place]!.score(
        model,
        members.map(member => sequences[member]!),
      )
      members.forEach((member, at) => (results[member] = logprobs[at]!))
    })
    await together(parts)
  }
  return results
}
