/** Which worker takes an actor of a run: offers come and go, and actors wait for one that can take them. */
import { interval, type SchedulerLike } from '../../streams/rxjs.ts'
import { busSubjects, type Bus } from './bus.ts'
import { dataFormat } from './frames.ts'
import { openMachine, type RemoteLife, type RemoteMachine } from './machine.ts'
import { bestOffer, obstacle, offerOf, type Need, type Offer } from './offer.ts'

/** Of one life of an actor. */
export interface PlaceOfLife {
  readonly machine: RemoteMachine
  /** Its number there. */
  readonly life: number
}

export interface WorkerPlaces {
  /**
   * A worker for the actor, as soon as one can take it.
   *
   * @throws {RangeError} if none can in time, naming each worker and why it cannot.
   */
  readonly take: (actor: string, need: Need, life: RemoteLife, canceled: AbortSignal) => Promise<PlaceOfLife>
  readonly close: () => void
}

interface PlacesOptions {
  readonly bus: Bus
  readonly run: string
  /** Longest wait for a place, ms. */
  readonly waitMs: number
  /** Told what is waited for, in words. */
  readonly tell: (text: string) => void
  readonly scheduler: SchedulerLike
}

interface Waiting {
  readonly actor: string
  readonly need: Need
  readonly sinceMs: number
  readonly life: RemoteLife
  readonly resolve: (place: PlaceOfLife) => void
  readonly reject: (error: Error) => void
}

/** After so long without a word a worker offers nothing any more. */
const offerMs = 5_000
const checkMs = 500
/** When it is told what is waited for, and how often. */
const firstTellMs = 1_500
const tellMs = 30_000

export function createWorkerPlaces({ bus, run, waitMs, tell, scheduler }: PlacesOptions): WorkerPlaces {
  const offers = new Map<string, { readonly offer: Offer; readonly heardMs: number }>()
  const machines = new Map<string, RemoteMachine>()
  const waiting = new Set<Waiting>()
  const format = dataFormat()
  let toldMs = -Infinity

  /** With the actors of this run that its worker may not have counted yet. */
  const counted = (offer: Offer): Offer => ({
    ...offer,
    taken: Math.max(offer.taken, machines.get(offer.instance)?.lives() ?? 0),
  })
  const current = (): readonly Offer[] => [...offers.values()].map(({ offer }) => counted(offer))
  const machineAt = (offer: Offer): RemoteMachine => {
    const known = machines.get(offer.instance)
    if (known !== undefined) return known
    const ended = (): void => {
      if (machines.get(offer.instance) === opened) machines.delete(offer.instance)
      /* What it offered before may not hold any more. */
      offers.delete(offer.instance)
    }
    const opened: RemoteMachine = openMachine({ bus, offer, run, ended, scheduler })
    machines.set(offer.instance, opened)
    return opened
  }
  const settle = (): void => {
    for (const each of [...waiting]) {
      const offer = bestOffer(current(), each.need, format)
      if (offer === null) continue
      waiting.delete(each)
      const machine = machineAt(offer)
      each.resolve({ machine, life: machine.begin(each.life) })
    }
  }
  const wanted = ({ actor, need: { on } }: Waiting): string => `${actor}${on === null ? '' : ` (on: ${on})`}`
  const found = (): string =>
    current()
      .map(
        offer =>
          `${offer.worker}: ${[...waiting].map(({ need }) => obstacle(offer, need, format)).find(text => text !== '') ?? 'free'}`,
      )
      .join('; ') || 'no worker answers'
  const check = (): void => {
    const nowMs = scheduler.now()
    for (const [instance, { heardMs }] of offers) if (nowMs - heardMs > offerMs) offers.delete(instance)
    settle()
    const [oldest] = waiting
    if (oldest === undefined) return
    if (nowMs - oldest.sinceMs > firstTellMs && nowMs - toldMs > tellMs) {
      toldMs = nowMs
      tell(`waiting for places on workers for ${[...waiting].map(wanted).join(', ')}; ${found()}`)
    }
    for (const each of [...waiting]) {
      if (nowMs - each.sinceMs < waitMs) continue
      const text = `no worker could take ${wanted(each)} within ${waitMs / 1_000} s; ${found()}`
      waiting.delete(each)
      each.reject(new RangeError(text))
    }
  }
  const unsubscribe = bus.subscribe(busSubjects.offers, bytes => {
    const offer = offerOf(bytes)
    if (offer === null) return
    offers.set(offer.instance, { offer, heardMs: scheduler.now() })
    settle()
  })
  const checking = interval(checkMs, scheduler).subscribe(check)
  bus.publish(busSubjects.who, new Uint8Array(0))

  return {
    take: (actor, need, life, canceled) =>
      new Promise((resolve, reject) => {
        const each = { actor, need, life, sinceMs: scheduler.now(), resolve, reject }
        waiting.add(each)
        canceled.addEventListener('abort', () => {
          if (waiting.delete(each)) reject(new Error(`${actor} was stopped`))
        })
        settle()
      }),
    close: () => {
      unsubscribe()
      checking.unsubscribe()
      for (const machine of machines.values()) machine.close()
    },
  }
}
