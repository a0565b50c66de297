/** Which worker takes an actor of a run: offers come and go, and actors wait for one that can take them. */
import { interval, type SchedulerLike } from '../../streams/rxjs.ts'
import { believeOffers } from './believed-offers.ts'
import type { Bus } from './bus.ts'
import { dataFormat } from './frames.ts'
import { openMachine, type RemoteLife, type RemoteMachine } from './machine.ts'
import { bestOffer, nextMove, obstacle, type Offer } from './offer.ts'

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
  readonly take: (life: RemoteLife, canceled: AbortSignal) => Promise<PlaceOfLife>
  readonly close: () => void
}

interface PlacesOptions {
  readonly bus: Bus
  readonly run: string
  /** Longest wait for a place, ms. */
  readonly waitMs: number
  /** Told what is waited for and what moves, in words. */
  readonly tell: (text: string) => void
  /** Has an actor begin another life, as there is more room on another worker. @returns whether it does. */
  readonly restart: (actor: string) => boolean
  readonly scheduler: SchedulerLike
}

interface Waiting {
  readonly life: RemoteLife
  readonly sinceMs: number
  readonly resolve: (place: PlaceOfLife) => void
  readonly reject: (error: Error) => void
}

const checkMs = 500
/** When it is told what is waited for, and how often. */
const firstTellMs = 1_500
const tellMs = 30_000
/** Between two moves at least: offers have told of the one before then. */
const moveMs = 2_000

export function createWorkerPlaces({ bus, run, waitMs, tell, restart, scheduler }: PlacesOptions): WorkerPlaces {
  const machines = new Map<string, RemoteMachine>()
  const waiting = new Set<Waiting>()
  const format = dataFormat()
  let [toldMs, movedMs] = [-Infinity, -Infinity]

  const livesAt = (offer: Offer): readonly RemoteLife[] => machines.get(offer.instance)?.lives() ?? []
  /** With the actors of this run that its worker may not have counted yet. */
  const counted = (offer: Offer): Offer => ({
    ...offer,
    taken: Math.max(offer.taken, livesAt(offer).length),
  })
  const current = (): readonly Offer[] => offers.current().map(counted)
  const machineAt = (offer: Offer): RemoteMachine => {
    const known = machines.get(offer.instance)
    if (known !== undefined) return known
    const ended = (): void => {
      if (machines.get(offer.instance) === opened) machines.delete(offer.instance)
      offers.drop(offer.instance)
    }
    const opened: RemoteMachine = openMachine({ bus, offer, run, ended, scheduler })
    machines.set(offer.instance, opened)
    return opened
  }
  const settle = (): void => {
    for (const each of [...waiting]) {
      const offer = bestOffer(current(), each.life.need, format)
      if (offer === null) continue
      waiting.delete(each)
      const machine = machineAt(offer)
      each.resolve({ machine, life: machine.begin(each.life) })
    }
  }
  const wanted = ({ life: { actor, need } }: Waiting): string =>
    `${actor}${need.on === null ? '' : ` (on: ${need.on})`}`
  const found = (): string =>
    current()
      .map(
        offer =>
          `${offer.worker}: ${[...waiting].map(({ life }) => obstacle(offer, life.need, format)).find(text => text !== '') ?? 'free'}`,
      )
      .join('; ') || 'no worker answers'
  /** Gives a worker that has come part of the actors that are elsewhere. */
  const spread = (): void => {
    const nowMs = scheduler.now()
    if (nowMs - movedMs < moveMs) return
    const move = nextMove(current(), livesAt, format)
    if (move === null || !restart(move.actor)) return
    movedMs = nowMs
    tell(`${move.actor} moves to worker ${move.to}, which has more room`)
  }
  const check = (): void => {
    const nowMs = scheduler.now()
    settle()
    const [oldest] = waiting
    if (oldest === undefined) return spread()
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
  const offers = believeOffers({ bus, scheduler, heard: settle })
  const checking = interval(checkMs, scheduler).subscribe(check)

  return {
    take: (life, canceled) =>
      new Promise((resolve, reject) => {
        const each = { life, sinceMs: scheduler.now(), resolve, reject }
        waiting.add(each)
        canceled.addEventListener('abort', () => {
          if (waiting.delete(each)) reject(new Error(`${life.actor} was stopped`))
        })
        settle()
      }),
    close: () => {
      offers.close()
      checking.unsubscribe()
      for (const machine of machines.values()) machine.close()
    },
  }
}
