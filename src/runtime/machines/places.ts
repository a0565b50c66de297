/** Which worker takes an actor of a run: offers come and go, and actors wait for one that can take them. */
import { interval, type SchedulerLike } from '../../streams/rxjs.ts'
import { believeOffers } from './believed-offers.ts'
import type { Bus } from './bus.ts'
import { dataFormat } from './frames.ts'
import { openMachine, type RemoteLife, type RemoteMachine } from './machine.ts'
import { bestOffer, nextMove, obstacle, offersInWords, type Offer } from './offer.ts'

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
  /** Has an actor begin another life, as there is more room on another worker. @returns when it has, or has failed; `null` if it may not yet. */
  readonly restart: (actor: string) => Promise<void> | null
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
/** After a move at least: offers have told of it then. */
const moveMs = 2_000

const format = dataFormat()

export function createWorkerPlaces({ bus, run, waitMs, tell, restart, scheduler }: PlacesOptions): WorkerPlaces {
  const machines = new Map<string, RemoteMachine>()
  const waiting = new Set<Waiting>()
  /** Of those, for whom a worker has been asked. */
  const asked = new Set<Waiting>()
  /** Of the last move `Infinity` until it is over. */
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
    const refused = (taken: number): void => offers.correct(offer.instance, taken)
    const opened: RemoteMachine = openMachine({ bus, offer, run, refused, ended, scheduler })
    machines.set(offer.instance, opened)
    return opened
  }
  const unasked = (): readonly Waiting[] => [...waiting].filter(each => !asked.has(each))
  const settle = (): void => {
    for (const each of unasked()) {
      const offer = bestOffer(current(), each.life.need, format)
      if (offer !== null) void ask(each, offer)
    }
  }
  const ask = async (each: Waiting, offer: Offer): Promise<void> => {
    asked.add(each)
    const machine = machineAt(offer)
    const life = await machine.begin(each.life, offer.taken >= offer.slots)
    asked.delete(each)
    if (life === null) settle()
    else if (waiting.delete(each)) each.resolve({ machine, life })
    else machine.forget(life)
  }
  /** Gives a worker that has come part of the actors that are elsewhere. */
  const spread = (): void => {
    if (scheduler.now() - movedMs < moveMs) return
    const move = nextMove(current(), livesAt, format)
    const moved = move === null ? null : restart(move.actor)
    if (move === null || moved === null) return
    movedMs = Infinity
    void moved.then(() => (movedMs = scheduler.now()))
    tell(`${move.actor} moves to worker ${move.to}, which has more room`)
  }
  const check = (): void => {
    const nowMs = scheduler.now()
    settle()
    if (waiting.size === 0) return spread()
    const [oldest] = unasked()
    if (oldest === undefined) return
    if (nowMs - oldest.sinceMs > firstTellMs && nowMs - toldMs > tellMs) {
      toldMs = nowMs
      tell(`waiting for places on workers for ${unasked().map(wanted).join(', ')}; ${found(current(), unasked())}`)
    }
    for (const each of unasked()) {
      if (nowMs - each.sinceMs < waitMs) continue
      const text = `no worker could take ${wanted(each)} within ${waitMs / 1_000} s; ${found(current(), unasked())}`
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
        const stop = (): void => {
          if (waiting.delete(each)) reject(new Error(`${life.actor} was stopped`))
        }
        waiting.add(each)
        canceled.addEventListener('abort', stop)
        if (canceled.aborted) stop()
        settle()
      }),
    close: () => {
      offers.close()
      checking.unsubscribe()
      for (const machine of machines.values()) machine.close()
    },
  }
}

const wanted = ({ life: { actor, need } }: Waiting): string => `${actor}${need.on === null ? '' : ` (on: ${need.on})`}`

/** Why no worker takes those who wait. */
function found(offers: readonly Offer[], waiting: readonly Waiting[]): string {
  const obstacles = (offer: Offer): readonly string[] => waiting.map(({ life }) => obstacle(offer, life.need, format))
  return offersInWords(offers, offer => obstacles(offer).find(text => text !== '') ?? '')
}
