/** Prompts of random ids with a group of answers each. */
import type { Sample } from '../../src/contracts/models/device.ts'
import { nth } from '../../src/math/nth.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'
import { requestsOf } from '../engine/subject.ts'
import { languageModelThreads, type OpenedModel } from './open-model.ts'

export interface GroupShape {
  readonly prompts: number
  /** Answers to each prompt, which no token ends. */
  readonly group: number
  /** Tokens of a prompt. */
  readonly length: number
  /** Tokens of an answer. */
  readonly written: number
}

/** Enough for every replica to have a part: makes an engine ready. */
export const smallest = (shape: GroupShape): GroupShape => ({ ...shape, prompts: languageModelThreads })

interface Answered {
  readonly prompt: Int32Array
  /** [group] */
  readonly samples: readonly Sample[]
}

const random = randomFrom(rootKey(7))

/** Answers prompts that are drawn anew. A prompt is read once for its group. */
export async function answerGroups(
  { device, config }: OpenedModel,
  { prompts, group, length, written }: GroupShape,
): Promise<readonly Answered[]> {
  const drawn = Array.from({ length: prompts }, () =>
    Int32Array.from({ length }, () => random.integer(config.vocab_size)),
  )
  const requests = requestsOf(drawn, written).map(request => ({ ...request, count: group }))
  const groups = await device.sample('model', requests)
  await device.release(
    'model',
    requests.map(({ sequenceId }) => sequenceId),
  )
  return groups.map((samples, index) => ({ prompt: nth(drawn, index), samples }))
}
