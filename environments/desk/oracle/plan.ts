/** The least number of steps to the goal, from the true state, and the first of them. */
import type { DeskState } from '../screen/state.ts'
import { errandsOf, type Errand, type OnPage } from './errand.ts'
import { click, type Move } from './move.ts'
import { isSameSpot, route } from './route.ts'

export interface DeskPlan {
  /** Infinity if the goal is out of reach. */
  readonly cost: number
  /** `null` if there is nothing to be done, or nothing that helps. */
  readonly next: Move | null
}

/**
 * Errands in the best order, each after the one that it needs. Later errands are counted by the lists as they are now: a row
 * that comes nearer on the way makes the plan shorter when that happens, none goes further away.
 */
export function planDesk(state: DeskState): DeskPlan {
  const errands = errandsOf(state)
  if (errands === null) return { cost: Infinity, next: null }
  const between = errands.map(({ end }) => errands.map(errand => later(state, end, errand)))
  const known = new Map<number, number>()
  /** Steps for the errands that are not in the set `done`, after the errand `last`. */
  const rest = (done: number, last: number): number => {
    if (done === (1 << errands.length) - 1) return 0
    const key = done * errands.length + last
    const found = known.get(key)
    if (found !== undefined) return found
    let least = Infinity
    for (let index = 0; index < errands.length; index += 1) {
      if (!canFollow(errands, done, index)) continue
      least = Math.min(least, (between[last]?.[index] ?? Infinity) + rest(done | (1 << index), index))
    }
    known.set(key, least)
    return least
  }
  let best: DeskPlan = { cost: errands.length === 0 ? 0 : Infinity, next: null }
  for (const [index, errand] of errands.entries()) {
    if (!canFollow(errands, 0, index)) continue
    const moves = first(state, errand)
    const cost = moves.length + rest(1 << index, index)
    if (cost < best.cost) best = { cost, next: moves[0] ?? null }
  }
  return best
}

const canFollow = (errands: readonly Errand[], done: number, index: number): boolean => {
  const needs = errands[index]?.needs ?? -1
  return (done & (1 << index)) === 0 && (needs < 0 || (done & (1 << needs)) !== 0)
}

const untouched: OnPage = { drafts: {}, open: null }

const later = (state: DeskState, end: Errand['end'], { at, work }: Errand): number =>
  route(state, { spot: end, top: 0 }, at).length + work(untouched).length

/** The moves of an errand that is done next: with the drafts that are there, out of a dialog that leads elsewhere. */
function first(state: DeskState, { at, work }: Errand): readonly Move[] {
  if (isSameSpot(state.spot, at)) return work(state)
  const isCovered = state.open !== null && state.open !== 'menu'
  return [
    ...(isCovered ? [click(`${state.spot.app ?? ''}/cancel`)] : []),
    ...route(state, state, at),
    ...work(untouched),
  ]
}
