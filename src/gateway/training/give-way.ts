/** Training gives way to answers: its calls are short and made one at a time, while nobody asks, or in their share of the time. */
import type { Sample } from '../../contracts/models/device.ts'
import type { LanguageModel, Prompt } from '../../contracts/models/language-model.ts'
import { concatenated } from '../../model/tensors/side-by-side.ts'
import { inShortCalls } from '../../learning/short-calls.ts'
import { derive } from '../../math/random.ts'
import { deferred, type Deferred } from '../../runtime/waiting/deferred.ts'
import { oneAfterAnother } from '../../streams/one-after-another.ts'
import type { Serving } from './serving.ts'

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

/** Work that is asked for while other work is under way is done together next. */
function together(work: Work): Work {
  let next: { readonly begun: Deferred<void>; readonly all: Promise<unknown>[] } | null = null
  return piece => {
    const group = (next ??= { begun: deferred<void>(), all: [] })
    const done = group.begun.promise.then(piece)
    group.all.push(done)
    if (group.all.length === 1)
      void work(async () => {
        next = null
        group.begun.resolve()
        await Promise.allSettled(group.all)
      })
    return done
  }
}

/** Tokens of samples that are drawn before others have the engine. */
const pieceTokens = 16

/** A model whose calls give way; `load`, which restores it, does not. */
export function modelGivingWay(model: LanguageModel, work: Work) {
  const drawTogether = together(work)

  async function drawn(prompt: Omit<Prompt, 'count'>): Promise<Sample> {
    const pieces: Sample[] = []
    const stream = model.stream(prompt, pieceTokens)
    const isWhole = (): boolean => pieces.at(-1)?.finish === 'stop' || tokensOf(pieces).length >= prompt.maxTokens
    while (!isWhole()) {
      const piece = await drawTogether(() => stream.next())
      if (piece.done === true) break
      pieces.push(piece.value)
    }
    await stream.return(undefined)
    return {
      tokens: tokensOf(pieces),
      logprobs: concatenated(
        Float32Array,
        pieces.map(({ logprobs }) => logprobs),
      ),
      finish: pieces.at(-1)?.finish ?? 'length',
      version: Math.min(...pieces.map(({ version }) => version)),
    }
  }

  const { logprobs, forwardBackward } = inShortCalls({
    logprobs: sequences => work(() => model.logprobs(sequences)),
    forwardBackward: (examples, objective) => work(() => model.forwardBackward(examples, objective)),
  })
  return {
    name: model.name,
    get traits() {
      return model.traits
    },
    sample: ({ count = 1, key, ...prompt }: Prompt) =>
      Promise.all(Array.from({ length: count }, (_, index) => drawn({ ...prompt, key: derive(key, index) }))),
    ...{ logprobs, forwardBackward },
    optimStep: (...given: Parameters<LanguageModel['optimStep']>) => work(() => model.optimStep(...given)),
    save: (...given: Parameters<LanguageModel['save']>) => work(() => model.save(...given)),
    snapshot: () => work(model.snapshot),
    load: model.load,
  }
}

const tokensOf = (pieces: readonly Sample[]): Int32Array =>
  concatenated(
    Int32Array,
    pieces.map(({ tokens }) => tokens),
  )
