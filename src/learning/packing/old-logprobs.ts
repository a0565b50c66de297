/** The log-probabilities π_old of samples before an update: computed anew, or as they were recorded in sampling. */
import type { Sequence } from '../../contracts/models/device.ts'
import { nth } from '../../math/nth.ts'
import type { Packed } from './packing.ts'

/** Whether π_old is computed by a forward pass before the first update, or is what sampling recorded. */
export type OldLogprobsSource = 'scored' | 'sampled'

/**
 * π_old of the targets of each sequence. As `sampled` nothing is computed for a sequence that the present weights have sampled;
 * one with a target from older weights is scored all the same, for theirs are not those of the model before the update.
 *
 * @param score as `logprobs` of a model.
 * @returns for each sequence [L] nats, of which those of its targets count.
 * @throws {RangeError} if a target does not have one recorded value a token.
 */
export async function oldLogprobsOf(
  packed: readonly Packed[],
  source: OldLogprobsSource,
  score: (sequences: readonly Sequence[]) => Promise<readonly Float32Array[]>,
): Promise<readonly Float32Array[]> {
  const isScored = packed.map(({ targets }) => source === 'scored' || hasStale(targets))
  const sequences = packed.filter((_, index) => isScored[index]).map(({ sequence }) => sequence)
  const scores = sequences.length === 0 ? [] : await score(sequences)
  let next = 0
  return packed.map((each, index) => (isScored[index] ? nth(scores, next++) : recorded(each)))
}

/** Whether older weights drew one of them. */
export const hasStale = (targets: Packed['targets']): boolean => targets.some(({ isStale }) => isStale)

/** [L] the recorded values of each target, in its place; 0 between them. */
function recorded({ sequence, targets }: Packed): Float32Array {
  const logprobs = new Float32Array(sequence.tokens.length)
  for (const { start, end, behaviour } of targets) {
    if (behaviour.length !== end - start)
      throw new RangeError(`a sample must have ${end - start} log-probabilities, one a token, got ${behaviour.length}`)
    logprobs.set(behaviour, start)
  }
  return logprobs
}
