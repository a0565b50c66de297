/** Laws of votes on a small world whose exact advantages are known: the policy needs to know which action is better, not which situation. */
import fc from 'fast-check'
import { mean } from '../../../../math/statistics.ts'
import { nth } from '../../../../math/nth.ts'
import type { GroupEpisode } from '../../../../methods/rlanything/formulation/formulation.ts'
import type { Outcome, Vote } from '../../../../reward/votes.ts'
import { lawsOf, type FormulationLaw, type LawSubject, type Table } from '../../cases/law.ts'
import { near, rounding } from '../../cases/numbers.ts'
import { numberText } from '../../cases/tables.ts'

/**
 * The first action chooses a room, the second is taken there; each with equal probability.
 * [rooms][actions] P(won) after both.
 */
type TabularWorld = readonly (readonly number[])[]

/** A step of one of the episodes that the world has. */
interface Place {
  readonly room: number
  /** `null` at the first step, which chooses the room. */
  readonly action: number | null
}

interface Path extends Required<Place> {
  readonly action: number
  readonly outcome: Outcome
  readonly probability: number
}

const chances = fc.integer({ min: 0, max: 4 }).map(quarters => quarters / 4)
const worlds: fc.Arbitrary<TabularWorld> = fc.array(fc.array(chances, { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 2,
})

const placesIn = (world: TabularWorld): readonly Place[] =>
  world.flatMap((actions, room) => [{ room, action: null }, ...actions.map((_, action) => ({ room, action }))])

/** Exact: P(won) after the action, less that before it. */
function advantageAt(world: TabularWorld, { room, action }: Place): number {
  const values = world.map(mean)
  return action === null ? nth(values, room) - mean(values) : nth(nth(world, room), action) - nth(values, room)
}

const pathsIn = (world: TabularWorld): readonly Path[] =>
  world.flatMap((actions, room) =>
    actions.flatMap((won, action) => {
      const path = { room, action }
      const probability = 1 / world.length / actions.length
      return [
        { ...path, outcome: 1 as const, probability: probability * won },
        { ...path, outcome: -1 as const, probability: probability * (1 - won) },
      ].filter(each => each.probability > 0)
    }),
  )

const noVotes: readonly (readonly Vote[])[] = [[0], [0]]

const episodeOf = ({ room, outcome }: Path, votes = noVotes): GroupEpisode => ({
  outcome,
  score: outcome === 1 ? 1 : 0,
  votes,
  anchorObservations: ['start', `room ${room}`],
})

/**
 * Half of what a vote for the step gains on average over one against it, by enumeration of how its episode and that of one more
 * in the group may go.
 */
function gainAt({ stepReward, voteRewards }: LawSubject, world: TabularWorld, place: Place): number {
  const all = pathsIn(world)
  const step = place.action === null ? 0 : 1
  const own = all.filter(({ room, action }) => room === place.room && (place.action ?? action) === action)
  const progress = { iteration: 1, iterations: 1 }
  const paid = (path: Path, other: Path, vote: Vote) => {
    const episode = episodeOf(path, noVotes.with(step, [vote]))
    const group = [episode, episodeOf(other)]
    const reward = stepReward(episode, step, progress)
    return nth(voteRewards(reward, [vote], path.outcome, { episode: 0, step, group, progress }), 0)
  }
  const total = own.reduce((sum, { probability }) => sum + probability, 0)
  let gain = 0
  for (const path of own)
    for (const other of all)
      gain += ((path.probability / total) * other.probability * (paid(path, other, 1) - paid(path, other, -1))) / 2
  return gain
}

const show = (world: TabularWorld, gainOf?: (place: Place) => number): Table => ({
  columns: ['step', 'P(won)', 'advantage', ...(gainOf === undefined ? [] : ['gain of a vote for it'])],
  rows: placesIn(world).map(place => [
    place.action === null ? `to room ${place.room}` : `action ${place.action} in room ${place.room}`,
    numberText(place.action === null ? mean(nth(world, place.room)) : nth(nth(world, place.room), place.action)),
    numberText(advantageAt(world, place)),
    ...(gainOf === undefined ? [] : [numberText(gainOf(place))]),
  ]),
})

const ofWorlds = lawsOf<TabularWorld>({ part: 'voteRewards', show, cases: () => worlds })

const severity = 'curious'
const enough = 20
const source = 'policies compare actions taken from one situation; by exact enumeration of two episodes of two steps'

export const tabularVoteLaws: readonly FormulationLaw[] = [
  ofWorlds({
    ...{ severity, enough, source },
    name: 'vote-follows-advantage',
    statement:
      'on average a vote for an action gains over one against it where the action is better than the policy, and loses where worse',
    find: (formulation, world) => {
      const gainOf = (place: Place) => gainAt(formulation, world, place)
      const odd = placesIn(world).find(place => {
        const advantage = advantageAt(world, place)
        return Math.abs(advantage) > rounding && gainOf(place) * advantage <= rounding
      })
      if (odd === undefined) return null
      return {
        table: show(world, gainOf),
        expected: advantageAt(world, odd) > 0 ? 'above 0' : 'below 0',
        found: numberText(gainOf(odd)),
      }
    },
  }),
  ofWorlds({
    ...{ severity, enough, source },
    name: 'vote-on-equal-actions',
    statement: 'where all actions are equally good, a vote for one gains nothing on average over one against it',
    find: (formulation, world) => {
      const gainOf = (place: Place) => gainAt(formulation, world, place)
      const odd = placesIn(world).find(place => {
        const equals = place.action === null ? world.map(mean) : nth(world, place.room)
        return equals.every(value => near(value, nth(equals, 0))) && Math.abs(gainOf(place)) > rounding
      })
      return odd === undefined ? null : { table: show(world, gainOf), expected: '0', found: numberText(gainOf(odd)) }
    },
  }),
  ofWorlds({
    ...{ severity, enough, source },
    name: 'vote-shift',
    statement:
      'if success becomes likelier by the same amount after all actions of a situation, votes on them gain what they did',
    find: (formulation, world) => {
      const [room] = world
      const more = 1 - Math.max(...(room ?? [1]))
      if (room === undefined || more <= 0) return null
      const shifted = world.with(
        0,
        room.map(won => won + more),
      )
      const places = placesIn(world).filter(place => place.room === 0 && place.action !== null)
      const odd = places.find(place => !near(gainAt(formulation, world, place), gainAt(formulation, shifted, place)))
      if (odd === undefined) return null
      return {
        table: show(shifted, place => gainAt(formulation, shifted, place)),
        expected: `${numberText(gainAt(formulation, world, odd))} for action ${odd.action} in room 0, as with ${more} less there`,
        found: numberText(gainAt(formulation, shifted, odd)),
      }
    },
  }),
]
