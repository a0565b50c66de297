/** What lies where in a room. */
import type { Random } from '../../../src/math/random.ts'
import { twoDigits } from './layout.ts'
import { canContain, lampPlaces, movableReceptacles, usualObjects, type RoomKind } from './tables.ts'
import type { Goal, Receptacle, Thing } from './task.ts'

export interface Wanted {
  readonly goal: Goal
  readonly room: RoomKind
  /** Every usual kind, 1 to 3 of each; else only a few things, so that episodes are short. */
  readonly full: boolean
}

/** Kinds of things besides the one wanted in a small room; rooms of more receptacles have as many as those. */
const smallDistractors = 5

/** From so many receptacles on, there may be two of a kind besides the one wanted. */
const pairsFrom = 8

/** Chance that a wanted thing of a small room lies behind a door if it can; visible ones are soon found. */
const hiddenShare = 0.6

/** Chance that a thing lies inside a movable one, in rooms of full size. */
const insideShare = 0.04

/** Things for a room: those of the goal, and usual ones. */
export function placeThings(receptacles: readonly Receptacle[], wanted: Wanted, random: Random): readonly Thing[] {
  const { goal, room, full } = wanted
  const two = goal.kind === 'pick_two_obj_and_place'
  const others = usualObjects[room].filter(kind => kind !== goal.thing)
  const kinds = full ? others : random.shuffle(others).slice(0, Math.max(smallDistractors, receptacles.length))
  const targets = two ? 2 + random.integer(2) : full ? 1 + random.integer(3) : 1 + (random.uniform() < 0.3 ? 1 : 0)
  const most = full ? 3 : receptacles.length < pairsFrom ? 1 : 2
  const things = [
    ...copies(goal.thing, targets, placesToSearch(receptacles, wanted, random), random),
    ...kinds.flatMap(kind => copies(kind, 1 + random.integer(most), receptacles, random)),
    ...(goal.kind === 'look_at_obj_in_light' ? lamps(receptacles, random) : []),
  ]
  return full ? things.map(thing => maybeInside(thing, things, random)) : things
}

/** Where the wanted things may lie: never where they belong. */
function placesToSearch(
  receptacles: readonly Receptacle[],
  { goal, full }: Wanted,
  random: Random,
): readonly Receptacle[] {
  const elsewhere = receptacles.filter(({ kind }) => kind !== goal.place)
  const hidden = elsewhere.filter(r => r.openable && (canContain[r.kind]?.includes(goal.thing) ?? false))
  return !full && hidden.length > 0 && random.uniform() < hiddenShare ? hidden : elsewhere
}

/** Up to `many` things of a kind, each in a receptacle that can contain it. */
function copies(kind: string, many: number, receptacles: readonly Receptacle[], random: Random): readonly Thing[] {
  const fitting = receptacles.filter(r => canContain[r.kind]?.includes(kind) ?? false)
  if (fitting.length === 0) return []
  return Array.from({ length: many }, (_, index) => thingIn(kind, index + 1, random.pick(fitting)))
}

/** The `number`-th thing of a kind, in a receptacle. */
export const thingIn = (kind: string, number: number, receptacle: Receptacle): Thing => ({
  id: `${kind.toLowerCase()}_bar_${twoDigits(number)}`,
  kind,
  pickupable: kind !== 'DeskLamp',
  receptacles: [receptacle.id],
  inside: [],
  location: receptacle.location,
})

function lamps(receptacles: readonly Receptacle[], random: Random): readonly Thing[] {
  const stands = receptacles.filter(({ kind }) => lampPlaces.includes(kind))
  return stands.length === 0 ? [] : [thingIn('DeskLamp', 1, random.pick(stands))]
}

/** Now and then a thing lies inside a movable one in the same receptacle. */
function maybeInside(thing: Thing, things: readonly Thing[], random: Random): Thing {
  const vessels = things.filter(
    vessel =>
      vessel.id !== thing.id &&
      movableReceptacles.includes(vessel.kind) &&
      vessel.receptacles[0] === thing.receptacles[0] &&
      (canContain[vessel.kind]?.includes(thing.kind) ?? false),
  )
  if (vessels.length === 0 || random.uniform() >= insideShare) return thing
  return { ...thing, inside: [random.pick(vessels).id] }
}
