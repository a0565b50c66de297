/** The least number of steps to the goal, from the true state, and the first of them. */
import type { DeskState } from '../screen/state.ts'
import { subgoalsOf, type Subgoal, type OnPage } from './subgoal.ts'
import { click, type Move } from './move.ts'
import { isSameSpot, route } from './route.ts'

interface DeskPlan {
  /** Infinity if the goal is out of reach. */
  readonly cost: number
  /** `null` if there is nothing to be done, or nothing that helps. */
  readonly next: Move | null
}

/**
 * Subgoals in the best order, each after the one that it needs. Later subgoals are counted by the lists as they are now: a row
 * that comes nearer on the way makes the plan shorter when that happens, none goes further away.
 */
export function planDesk(state: DeskState): DeskPlan {
  const subgoals = subgoalsOf(state)
  if (subgoals === null) return { cost: Infinity, next: null }
  const between = subgoals.map(({ end }) => subgoals.map(subgoal => later(state, end, subgoal)))
  const known = new Map<number, number>()
  /** Steps for the subgoals that are not in the set `done`, after the subgoal `last`. */
  const rest = (done: number, last: number): number => {
    if (done === (1 << subgoals.length) - 1) return 0
    const key = done * subgoals.length + last
    const found = known.get(key)
    if (found !== undefined) return found
    let least = Infinity
    for (let index = 0; index < subgoals.length; index += 1) {
      if (!canFollow(subgoals, done, index)) continue
      least = Math.min(least, (between[last]?.[index] ?? Infinity) + rest(done | (1 << index), index))
    }
    known.set(key, least)
    return least
  }
  let best: DeskPlan = { cost: subgoals.length === 0 ? 0 : Infinity, next: null }
  for (const [index, subgoal] of subgoals.entries()) {
    if (!canFollow(subgoals, 0, index)) continue
    const moves = first(state, subgoal)
    const cost = moves.length + rest(1 << index, index)
    if (cost < best.cost) best = { cost, next: moves[0] ?? null }
  }
  return best
}

const canFollow = (subgoals: readonly Subgoal[], done: number, index: number): boolean => {
  const needs = subgoals[index]?.needs ?? -1
  return (done & (1 << index)) === 0 && (needs < 0 || (done & (1 << needs)) !== 0)
}

const untouched: OnPage = { drafts: {}, open: null }

const later = (state: DeskState, end: Subgoal['end'], { at, work }: Subgoal): number =>
  route(state, { spot: end, top: 0 }, at).length + work(untouched).length

/** The moves of a subgoal that is done next: with existing drafts, out of a dialog that leads elsewhere. */
function first(state: DeskState, { at, work }: Subgoal): readonly Move[] {
  if (isSameSpot(state.spot, at)) return work(state)
  const isCovered = state.open !== null && state.open !== 'menu'
  return [
    ...(isCovered ? [click(`${state.spot.app ?? ''}/cancel`)] : []),
    ...route(state, state, at),
    ...work(untouched),
  ]
}
