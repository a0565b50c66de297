/**
 * What workers offer a run, as far as it holds. An offer may come long after it was said, by way of a connection that was cut off: that of a
 * worker that was silent or lost counts once it answers what the worker was asked since, so that it hears what it is asked.
 */
import { randomUUID } from 'node:crypto'
import type { SchedulerLike } from '../../streams/rxjs.ts'
import { busSubjects, type Bus } from './bus.ts'
import { offerOf, type Offer } from './offer.ts'

interface BelievedOffers {
  readonly current: () => readonly Offer[]
  /** A worker has told in a session how many of its places are taken. */
  readonly correct: (instance: string, taken: number) => void
  /** What a worker said before does not hold any more. */
  readonly drop: (instance: string) => void
  readonly close: () => void
}

interface BelievedOptions {
  readonly bus: Bus
  readonly scheduler: SchedulerLike
  /** Called with each offer that counts. */
  readonly heard: () => void
}

/** After so long without a word a worker offers nothing any more, and so long a question is valid, ms. */
const offerMs = 5_000

/** Asks all workers at once. */
export function believeOffers({ bus, scheduler, heard }: BelievedOptions): BelievedOffers {
  const offers = new Map<string, { readonly offer: Offer; readonly heardMs: number }>()
  let [question, sinceMs] = ['', -Infinity]

  /** Answers to earlier questions do not count any more. */
  const renew = (): void => {
    question = randomUUID()
    sinceMs = scheduler.now()
  }
  const drop = (instance: string): void => {
    offers.delete(instance)
    renew()
  }
  const expire = (): void => {
    const leastMs = scheduler.now() - offerMs
    for (const [instance, { heardMs }] of offers) if (heardMs < leastMs) drop(instance)
    if (sinceMs < leastMs) renew()
  }
  const unsubscribe = bus.subscribe(busSubjects.offers, bytes => {
    const offer = offerOf(bytes)
    if (offer === null) return
    const { instance, answers } = offer
    expire()
    if (!offers.has(instance) && answers !== question)
      return bus.publish(busSubjects.question(instance), Buffer.from(question))
    offers.set(instance, { offer, heardMs: scheduler.now() })
    heard()
  })
  const losing = bus.lost.subscribe(() => {
    offers.clear()
    renew()
  })
  renew()
  bus.publish(busSubjects.who, Buffer.from(question))

  return {
    current: () => {
      expire()
      return [...offers.values()].map(({ offer }) => offer)
    },
    correct: (instance, taken) => {
      const known = offers.get(instance)
      if (known !== undefined) offers.set(instance, { ...known, offer: { ...known.offer, taken } })
    },
    drop,
    close: () => {
      unsubscribe()
      losing.unsubscribe()
      offers.clear()
    },
  }
}
