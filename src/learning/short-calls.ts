/** A model whose training is cut into short calls, between which others have the engine. */
import type { Sequence } from '../contracts/models/device.ts'
import type { LanguageModel } from '../contracts/models/language-model.ts'
import { addSums, zeroSums } from '../engine/semantics/sums.ts'

type Called = Pick<LanguageModel, 'logprobs' | 'forwardBackward'>

/** Most tokens of one call; a longer sequence is a call of its own. */
const callTokens = 1024

/** A `forwardBackward` that throws may have added a part of its gradient: the model is then to be loaded anew. */
export const inShortCalls = (model: Called): Called => ({
  logprobs: async sequences => {
    const found: Float32Array[] = []
    for (const part of inCalls(sequences, sequence => sequence)) found.push(...(await model.logprobs(part)))
    return found
  },
  forwardBackward: async (examples, objective) => {
    const sums = zeroSums()
    for (const part of inCalls(examples, ({ sequence }) => sequence))
      addSums(sums, await model.forwardBackward(part, objective))
    return sums
  },
})

/** In order, each of at most `callTokens` tokens, or of one item. */
function inCalls<T>(items: readonly T[], sequenceOf: (item: T) => Sequence): readonly (readonly T[])[] {
  const calls: T[][] = []
  let left = 0
  for (const item of items) {
    const { length } = sequenceOf(item).tokens
    left -= length
    if (left >= 0) calls.at(-1)?.push(item)
    else {
      calls.push([item])
      left = callTokens - length
    }
  }
  return calls
}
