/** A task's tables, worked out once: names, numbers, locations, what fits where. */
import { affordances, canContain, movableReceptacles } from '../tasks/tables.ts'
import type { Goal, HouseholdTask } from '../tasks/task.ts'
import { groupBy } from '../../../src/math/group-by.ts'
import { lookUp } from '../../../src/math/look-up.ts'
import { nth } from '../../../src/math/nth.ts'

/** Receptacles and things are numbered in ascending order of their lower-case ids, as the original lists them. */
export interface CompiledTask {
  readonly goal: Goal
  /** Index of the location the player starts at. */
  readonly start: number
  /** [locations] the receptacles at each. */
  readonly here: readonly (readonly number[])[]
  /** [receptacles] each: */
  readonly receptacleNames: readonly string[]
  readonly receptacleKinds: readonly string[]
  readonly openable: readonly boolean[]
  readonly locationOf: readonly number[]
  readonly contents: readonly (readonly number[])[]
  /** [things] each: */
  readonly names: readonly string[]
  readonly kinds: readonly string[]
  readonly pickupable: readonly boolean[]
  readonly affordances: readonly Affordances[]
  readonly thingLocations: readonly (readonly number[])[]
  /** [things] the things inside each movable one. */
  readonly insides: readonly (readonly number[])[]
  /** [receptacles × things] 1 where the receptacle's kind can contain the thing's. */
  readonly fits: Uint8Array
  /** Numbers by name. */
  readonly receptacleByName: ReadonlyMap<string, number>
  readonly thingByName: ReadonlyMap<string, number>
  /** [locations] the sorted `go to` commands accepted there. */
  readonly departures: readonly (readonly string[])[]
  /** Things of the kind wanted, lamps of the kind wanted, receptacles of the kind wanted. */
  readonly goalThings: readonly number[]
  readonly goalLamps: readonly number[]
  readonly goalReceptacles: readonly number[]
}

/** Possible actions on or with a thing. */
interface Affordances {
  readonly cleanable: boolean
  readonly heatable: boolean
  readonly coolable: boolean
  readonly toggleable: boolean
  readonly sliceable: boolean
  readonly knife: boolean
  /** It can have things inside. */
  readonly vessel: boolean
}

const cache = new WeakMap<HouseholdTask, CompiledTask>()

/** The tables of a task; the same object gives the same tables. */
export function compiled(task: HouseholdTask): CompiledTask {
  const known = cache.get(task)
  if (known !== undefined) return known
  const fresh = compile(task)
  cache.set(task, fresh)
  return fresh
}

function compile({ room, goal }: HouseholdTask): CompiledTask {
  const receptacles = sorted(room.receptacles)
  const things = sorted(room.things)
  const receptacleNames = numbered(receptacles.map(({ id }) => id))
  const names = numbered(things.map(({ id }) => id))
  const locations = [...new Set([room.start, ...receptacles.map(r => r.location), ...things.map(t => t.location)])]
  const locationByName = indexed(locations.filter(location => location !== null))
  const locationOf = receptacles.map(({ location }) => lookUp(locationByName, location))
  const departures = receptacleNames
    .map((name, r) => ({ command: `go to ${name}`, place: nth(locationOf, r) }))
    .sort((a, b) => (a.command < b.command ? -1 : 1))
  const receptaclesAt = numbersBy(receptacles.map(({ location }) => [location]))
  const receptaclesOf = numbersBy(receptacles.map(({ kind }) => [kind]))
  const thingsOf = numbersBy(things.map(({ kind }) => [kind]))
  const thingsInside = numbersBy(things.map(({ inside }) => inside))
  const thingsIn = numbersBy(things.map(thing => thing.receptacles))

  return {
    goal,
    start: lookUp(locationByName, room.start),
    here: [...locationByName.keys()].map(receptaclesAt),
    receptacleNames,
    receptacleKinds: receptacles.map(({ kind }) => kind),
    openable: receptacles.map(({ openable }) => openable),
    locationOf,
    contents: receptacles.map(({ id }) => thingsIn(id)),
    names,
    kinds: things.map(({ kind }) => kind),
    pickupable: things.map(({ pickupable }) => pickupable),
    affordances: things.map(({ kind }) => affordancesOf(kind)),
    thingLocations: things.map(({ location }) => (location === null ? [] : [lookUp(locationByName, location)])),
    insides: things.map(({ id }) => thingsInside(id)),
    fits: new Uint8Array(receptacles.flatMap(({ kind }) => fitsIn(kind, things))),
    receptacleByName: indexed(receptacleNames),
    thingByName: indexed(names),
    departures: [...locationByName.values()].map(here =>
      departures.filter(({ place }) => place !== here).map(({ command }) => command),
    ),
    goalThings: thingsOf(goal.thing).filter(o => nth(things, o).pickupable),
    goalLamps: goal.kind === 'look_at_obj_in_light' ? thingsOf(goal.place) : [],
    goalReceptacles: receptaclesOf(goal.place),
  }
}

/** The numbers, ascending, of the lists that hold a key. */
function numbersBy(lists: readonly (readonly string[])[]): (key: string) => readonly number[] {
  const held = lists.flatMap((keys, number) => [...new Set(keys)].map(key => ({ key, number })))
  const groups = groupBy(held, ({ key }) => key)
  return key => groups.get(key)?.map(({ number }) => number) ?? []
}

/** [things] 1 where a receptacle of this kind can contain it. */
function fitsIn(kind: string, things: HouseholdTask['room']['things']): readonly number[] {
  const contained = new Set(canContain[kind])
  return things.map(thing => Number(contained.has(thing.kind)))
}

/** Names such as `drawer 2`: numbers count down as ids go up. Basins are recognised by their ids. */
function numbered(ids: readonly string[]): readonly string[] {
  const bases = ids.map(
    id => nth(id.split('_bar_', 1), 0).toLowerCase() + (id.toLowerCase().includes('basin') ? 'basin' : ''),
  )
  const left = new Map<string, number>()
  for (const base of bases) left.set(base, (left.get(base) ?? 0) + 1)
  return bases.map(base => {
    const number = lookUp(left, base)
    left.set(base, number - 1)
    return `${base} ${number}`
  })
}

function affordancesOf(kind: string): Affordances {
  return {
    cleanable: affordances.cleanable.includes(kind),
    heatable: affordances.heatable.includes(kind),
    coolable: affordances.coolable.includes(kind),
    toggleable: affordances.toggleable.includes(kind),
    sliceable: affordances.sliceable.includes(kind),
    knife: kind === 'Knife' || kind === 'ButterKnife',
    vessel: movableReceptacles.includes(kind),
  }
}

const indexed = (keys: readonly string[]): ReadonlyMap<string, number> =>
  new Map(keys.map((key, index) => [key, index]))

const sorted = <T extends { readonly id: string }>(items: readonly T[]): readonly T[] =>
  [...items].sort((a, b) => (a.id.toLowerCase() < b.id.toLowerCase() ? -1 : 1))
