/**
 * Soft votes: where a verdict was drawn after its reason, the difference of the probabilities of both. Given the reason, it is the
 * mean of the verdicts that could be drawn, so that a reward that is linear in votes keeps its mean and loses their noise.
 */
import { observerNotes, recordedObserver, type Note, type Rollout } from '../../../contracts/episode.ts'
import type { LanguageModel } from '../../../contracts/models/language-model.ts'
import { packNotes, type Packed } from '../../../learning/packing/packing.ts'
import { transcriptsOf } from '../../../learning/packing/transcripts.ts'
import { chunks } from '../../../learning/train-model.ts'
import { nth } from '../../../math/nth.ts'
import { zip } from '../../../math/zip.ts'
import type { Vote } from '../../../reward/votes.ts'

/**
 * (p₊^1/T − p₋^1/T) / (p₊^1/T + p₋^1/T).
 *
 * @param value the verdict that was drawn.
 * @param logprobs of the answer, and of that with the other verdict, nats, at temperature 1.
 * @param temperature T ≥ 0 of sampling; at 0 it is the verdict.
 * @returns in [−1, 1].
 */
export const softVote = (
  value: -1 | 1,
  [own, other]: readonly [own: number, other: number],
  temperature: number,
): number => (temperature === 0 ? value : value * Math.tanh((own - other) / (2 * temperature)))

/**
 * The rollouts with soft votes, by the model as it is now; in asynchronous mode it may be newer than the reasons. Where the tokenizer
 * has several ways to write a verdict, the one is compared that it would choose. A verdict whose opposite cannot be written is its
 * own soft vote.
 */
export async function withSoftVotes(
  model: Pick<LanguageModel, 'logprobs'>,
  rollouts: readonly Rollout[],
  temperature: number,
): Promise<readonly Rollout[]> {
  const packed = rollouts.map(packedPairs)
  const logprobs: number[] = []
  for (const batch of chunks(packed.flat(), 256)) {
    const scores = await model.logprobs(batch.map(({ sequence }) => sequence))
    for (const [{ targets }, of] of zip(batch, scores))
      for (const { start, end } of targets) logprobs.push(of.subarray(start, end).reduce((sum, each) => sum + each, 0))
  }
  let next = 0
  const soft = (value: Vote, opposite: Int32Array | undefined): number | null => {
    if (value === 0) return null
    return opposite === undefined ? value : softVote(value, [nth(logprobs, next++), nth(logprobs, next++)], temperature)
  }
  return rollouts.map(rollout => ({
    ...rollout,
    notes: {
      ...rollout.notes,
      [recordedObserver]: observerNotes(rollout).map((note): Note =>
        note.kind === 'verdicts'
          ? {
              ...note,
              verdicts: note.verdicts.map(({ opposite, ...each }) => ({ ...each, soft: soft(each.value, opposite) })),
            }
          : note,
      ),
    },
  }))
}

const scored = { advantage: 0, weight: 1, isStale: false }

/** Both answers of each pair, one after the other, as branches of what was read. */
function packedPairs(rollout: Rollout): readonly Packed[] {
  const notes = observerNotes(rollout).map((note): Note =>
    note.kind === 'verdicts'
      ? {
          ...note,
          verdicts: note.verdicts.flatMap(verdict =>
            verdict.opposite === undefined ? [] : [verdict, { ...verdict, tokens: verdict.opposite }],
          ),
        }
      : note,
  )
  const credits = notes.map(note => (note.kind === 'verdicts' ? note.verdicts.map(() => scored) : []))
  return transcriptsOf(notes, credits)
    .filter(each => each.credits.some(ofStep => ofStep.length > 0))
    .map(each => packNotes(each.notes, each.credits))
}
