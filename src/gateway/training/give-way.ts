/** Training gives way to answers: its calls are short and made one at a time, while nobody asks, or in their share of the time. */
import type { Example, Sequence } from '../../contracts/models/device.ts'
import type { LanguageModel } from '../../contracts/models/language-model.ts'
import { addSums, zeroSums } from '../../engine/semantics/sums.ts'
import { oneAfterAnother } from '../../streams/one-after-another.ts'

/** How many answers are waited for. */
export interface Serving {
  readonly begin: () => void
  readonly end: () => void
  /** When the last of them was there, ms; `Infinity` while one is waited for. */
  readonly idleSince: () => number
}

/** @param now milliseconds. */
export function createServing(now: () => number): Serving {
  let count = 0
  let since = -Infinity
  return {
    begin: () => void (count += 1),
    end: () => {
      count -= 1
      since = now()
    },
    idleSince: () => (count === 0 ? since : Infinity),
  }
}

interface GiveWayOptions {
  readonly serving: Pick<Serving, 'idleSince'>
  /** Milliseconds. */
  readonly now: () => number
  /** Resolves after so many milliseconds. */
  readonly after: (ms: number) => Promise<void>
  /** Of the time that work may take while answers are waited for, in (0, 1]. */
  readonly share: number
}

type Work = <T>(work: () => Promise<T>) => Promise<T>

/** Milliseconds without a request after which nobody is taken to ask: clients that have just been answered are about to. */
const quietMs = 50

/** Does what it is given in its order, one after another. After work of d ms it rests for d (1 / share − 1) ms, or until nobody asks. */
export function givingWay({ serving, now, after, share }: GiveWayOptions): Work {
  const inTime = oneAfterAnother()
  let restUntil = -Infinity
  const rest = (): number => Math.min(restUntil, serving.idleSince() + quietMs) - now()
  return work =>
    inTime(async () => {
      for (let ms = rest(); ms > 0; ms = rest()) await after(Math.min(ms, quietMs))
      const begun = now()
      try {
        return await work()
      } finally {
        const ended = now()
        restUntil = ended + (ended - begun) * (1 / share - 1)
      }
    })
}

/** Most tokens of one call, of which an answer may have to wait for the end; a longer sequence is a call of its own. */
const callTokens = 1024

/** A model whose calls are short, and give way; `load`, which restores it, does not. */
export const modelGivingWay = (model: LanguageModel, work: Work) => ({
  name: model.name,
  get traits() {
    return model.traits
  },
  logprobs: async (sequences: readonly Sequence[]) => {
    const found: Float32Array[] = []
    for (const part of inCalls(sequences, sequence => sequence)) found.push(...(await work(() => model.logprobs(part))))
    return found
  },
  /** One that throws may have added a part of the gradient. */
  forwardBackward: async (examples: readonly Example[], objective: Parameters<LanguageModel['forwardBackward']>[1]) => {
    const sums = zeroSums()
    for (const part of inCalls(examples, ({ sequence }) => sequence))
      addSums(sums, await work(() => model.forwardBackward(part, objective)))
    return sums
  },
  optimStep: (...given: Parameters<LanguageModel['optimStep']>) => work(() => model.optimStep(...given)),
  save: (...given: Parameters<LanguageModel['save']>) => work(() => model.save(...given)),
  snapshot: () => work(model.snapshot),
  load: model.load,
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
