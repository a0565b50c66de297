/** What a worker says of itself, and which worker takes an actor. Pure. */
import { packagesObstacle, type Packages } from './packages.ts'

export interface Offer {
  readonly worker: string
  /** Another at each start of the worker. */
  readonly instance: string
  /** The question of a run that this answers; empty: it was not asked. */
  readonly answers: string
  /** Actors that it runs at once, but for those in the place of dead ones. */
  readonly slots: number
  /** Of those, in use by all runs. */
  readonly taken: number
  /** What it has besides: `browser`, `python`, `gpu`, or a label that it was given. */
  readonly has: readonly string[]
  /** Those whose modules it runs. */
  readonly packages: Packages
  readonly cores: number
  readonly memoryMb: number
  /** @see dataFormat */
  readonly format: number
  /** It makes whole runs of experiments, too. */
  readonly makesRuns: boolean
  /** It takes no more actors. */
  readonly leaving: boolean
}

/** Where an actor is to be. */
export interface Need {
  /** Of what the worker must have; `null` for any. */
  readonly on: string | null
  /** Of its modules. */
  readonly packages: Packages
  /** Whether it may be one more than a worker has places for: a fresh one in the place of one that died. */
  readonly beyond: boolean
}

/** An actor of a run that is on a worker. */
export interface PlacedActor {
  readonly actor: string
  readonly need: Need
}

/** @returns `null` for bytes that are no offer. */
export function offerOf(bytes: Uint8Array): Offer | null {
  try {
    const offer = JSON.parse(Buffer.from(bytes).toString()) as Partial<Record<keyof Offer, unknown>>
    const texts = [offer.worker, offer.instance, offer.answers].every(text => typeof text === 'string')
    const counts = [offer.slots, offer.taken, offer.cores, offer.memoryMb, offer.format].every(Number.isFinite)
    const has = Array.isArray(offer.has) && offer.has.every(each => typeof each === 'string')
    const flags = [offer.makesRuns, offer.leaving].every(flag => typeof flag === 'boolean')
    return texts && counts && has && flags && arePackages(offer.packages) ? (offer as Offer) : null
  } catch {
    return null
  }
}

const arePackages = (value: unknown): value is Packages =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every(
    (each: Partial<Packages[string]> | null) => typeof each?.version === 'string' && typeof each.digest === 'string',
  )

/** Why a worker cannot take the actor; empty if it can. @param format of the run's machine. */
export function obstacle(
  { slots, taken, has, packages: installed, leaving, format: theirs }: Offer,
  { on, packages, beyond }: Need,
  format: number,
): string {
  if (leaving) return 'leaves'
  if (theirs !== format) return `another version of Node (data format ${theirs}, here ${format})`
  if (on !== null && !has.includes(on)) return `no ${on}`
  const refused = packagesObstacle(packages, installed)
  if (refused !== '') return refused
  return taken < slots || beyond ? '' : `all of its ${slots} places are taken`
}

/** What each worker offers, in words. @param why it does not take what is wanted; empty if it does. */
export const offersInWords = (offers: readonly Offer[], why: (offer: Offer) => string): string =>
  offers.map(offer => `${offer.worker}: ${why(offer) || 'free'}`).join('; ') || 'no worker answers'

const free = ({ slots, taken }: Offer): number => slots - taken

/** The worker with the most free places of those that can take the actor, the first by name of equals; `null` if none can. */
export function bestOffer(offers: readonly Offer[], need: Need, format: number): Offer | null {
  const able = offers.filter(offer => obstacle(offer, need, format) === '')
  const [best = null] = able.toSorted((a, b) => free(b) - free(a) || (a.worker < b.worker ? -1 : 1))
  return best
}

/**
 * An actor of a run that is to move, and the worker that takes it: one with fewer actors of the run and more free places, also once it is
 * there. Each move lowers the sum of squares of the run's actors on each worker, so that moves end, whatever other runs do.
 *
 * @param placed the run's actors on a worker, the latest last.
 * @returns `null` if none is to move.
 */
export function nextMove(
  offers: readonly Offer[],
  placed: (offer: Offer) => readonly PlacedActor[],
  format: number,
): { readonly actor: string; readonly to: string } | null {
  for (const from of offers.toSorted((a, b) => free(a) - free(b))) {
    const actors = placed(from)
    for (const { actor, need } of actors.toReversed()) {
      const to = bestOffer(offers, { ...need, beyond: false }, format)
      if (to !== null && placed(to).length + 1 < actors.length && free(from) + 1 < free(to))
        return { actor, to: to.worker }
    }
  }
  return null
}
