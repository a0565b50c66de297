/** Training gives way to answers: its calls are made one at a time, while nobody waits for an answer, or in their share of the time. */
import type { LanguageModel } from '../../contracts/models/language-model.ts'
import { deferred } from '../../runtime/waiting/deferred.ts'
import { oneAfterAnother } from '../../streams/one-after-another.ts'

/** How many answers are waited for. */
export interface Serving {
  readonly begin: () => void
  readonly end: () => void
  readonly isIdle: () => boolean
  /** Resolves when none is. */
  readonly idle: () => Promise<void>
}

export function createServing(): Serving {
  let count = 0
  let idle = deferred<void>()
  return {
    begin: () => void (count += 1),
    end: () => {
      count -= 1
      if (count > 0) return
      idle.resolve()
      idle = deferred()
    },
    isIdle: () => count === 0,
    idle: () => (count === 0 ? Promise.resolve() : idle.promise),
  }
}

interface GiveWayOptions {
  readonly serving: Pick<Serving, 'isIdle' | 'idle'>
  /** Milliseconds. */
  readonly now: () => number
  /** Resolves after so many milliseconds. */
  readonly after: (ms: number) => Promise<void>
  /** Of the time that work may take while answers are waited for, in (0, 1]. */
  readonly share: number
}

type Work = <T>(work: () => Promise<T>) => Promise<T>

/** Does what it is given in its order, one after another. After work of d ms it rests for d (1 / share − 1) ms, unless nobody is waited for. */
export function givingWay({ serving, now, after, share }: GiveWayOptions): Work {
  const inTime = oneAfterAnother()
  let restUntil = 0
  return work =>
    inTime(async () => {
      const rest = restUntil - now()
      if (rest > 0 && !serving.isIdle()) await Promise.race([serving.idle(), after(rest)])
      const begun = now()
      try {
        return await work()
      } finally {
        const ended = now()
        restUntil = ended + (ended - begun) * (1 / share - 1)
      }
    })
}

/** A model whose calls give way; `load`, which restores it, does not. */
export const modelGivingWay = (model: LanguageModel, work: Work) => ({
  name: model.name,
  get traits() {
    return model.traits
  },
  sample: (...given: Parameters<LanguageModel['sample']>) => work(() => model.sample(...given)),
  logprobs: (...given: Parameters<LanguageModel['logprobs']>) => work(() => model.logprobs(...given)),
  forwardBackward: (...given: Parameters<LanguageModel['forwardBackward']>) =>
    work(() => model.forwardBackward(...given)),
  optimStep: (...given: Parameters<LanguageModel['optimStep']>) => work(() => model.optimStep(...given)),
  save: (...given: Parameters<LanguageModel['save']>) => work(() => model.save(...given)),
  snapshot: () => work(model.snapshot),
  load: model.load,
})
