/** Which receptacles a room has, and which share a location. */
import type { Random } from '../../../src/math/random.ts'
import { openableKinds, type RoomKind } from './tables.ts'
import type { Receptacle } from './task.ts'
import { nth } from '../../../src/math/nth.ts'

export const roomKinds: readonly RoomKind[] = ['kitchen', 'livingroom', 'bedroom', 'bathroom']

/** The player's location before the first move. */
export const middle = 'loc_bar_00'

/** How many there can be of each kind; the least is 0 unless a third number says more, for rooms of full size. */
const furniture: Readonly<Record<RoomKind, readonly (readonly [kind: string, most: number, least?: number])[]>> = {
  kitchen: [
    ['Fridge', 1, 1],
    ['Microwave', 1, 1],
    ['SinkBasin', 1, 1],
    ['CoffeeMachine', 1, 1],
    ['Toaster', 1, 1],
    ['GarbageCan', 1, 1],
    ['StoveBurner', 4, 4],
    ['Cabinet', 20, 4],
    ['Drawer', 9, 1],
    ['CounterTop', 3, 1],
    ['DiningTable', 3],
    ['Shelf', 3],
    ['SideTable', 1],
  ],
  livingroom: [
    ['Sofa', 2, 1],
    ['ArmChair', 3],
    ['CoffeeTable', 2],
    ['SideTable', 5],
    ['Drawer', 12],
    ['Shelf', 8],
    ['DiningTable', 2],
    ['Dresser', 1],
    ['TVStand', 2],
    ['Cabinet', 4],
    ['GarbageCan', 1],
    ['Ottoman', 1],
    ['Desk', 1],
    ['Safe', 1],
  ],
  bedroom: [
    ['Bed', 2, 1],
    ['Drawer', 11, 1],
    ['Desk', 2],
    ['SideTable', 2],
    ['Dresser', 2],
    ['Shelf', 8],
    ['Cabinet', 4],
    ['GarbageCan', 1],
    ['ArmChair', 1],
    ['LaundryHamper', 1],
    ['Safe', 1],
  ],
  bathroom: [
    ['SinkBasin', 2, 1],
    ['Toilet', 1, 1],
    ['CounterTop', 2, 1],
    ['GarbageCan', 1, 1],
    ['ToiletPaperHanger', 1, 1],
    ['TowelHolder', 2],
    ['HandTowelHolder', 2],
    ['BathtubBasin', 1],
    ['Cabinet', 4],
    ['Drawer', 6],
    ['Shelf', 2],
    ['Cart', 1],
  ],
}

/** What even the smallest room keeps, so that every goal can be asked for. */
const core: Readonly<Record<RoomKind, readonly string[]>> = {
  kitchen: ['Fridge', 'Microwave', 'SinkBasin'],
  livingroom: ['Sofa'],
  bedroom: ['Bed'],
  bathroom: ['SinkBasin'],
}

/** Kinds with too narrow contents to be of use in a small room. */
const notSmall = [
  'CoffeeMachine',
  'Toaster',
  'StoveBurner',
  'ToiletPaperHanger',
  'TowelHolder',
  'HandTowelHolder',
  'LaundryHamper',
]

/** Least and most receptacles in rooms of full size. */
const fullSizes: Readonly<Record<RoomKind, readonly [number, number]>> = {
  kitchen: [20, 39],
  livingroom: [6, 35],
  bedroom: [11, 22],
  bathroom: [10, 18],
}

/** Rooms from this size on have receptacles that share a location. */
const sharingSize = 8

/** The receptacles of a room of the given size. */
export function drawLayout(
  room: RoomKind,
  size: readonly [number, number] | 'full',
  random: Random,
): readonly Receptacle[] {
  const [low, high] = size === 'full' ? fullSizes[room] : size
  const wanted = low + random.integer(high - low + 1)
  const small = wanted < sharingSize
  const kinds =
    size === 'full'
      ? furniture[room].flatMap(([kind, , least = 0]) => Array<string>(least).fill(kind))
      : [...core[room]]
  const spare = (kind: string, most: number) => Math.max(0, (small ? Math.min(most, 2) : most) - count(kinds, kind))
  while (kinds.length < wanted) {
    const open = furniture[room]
      .filter(([kind, most]) => spare(kind, most) > 0 && !(small && notSmall.includes(kind)))
      .flatMap(([kind, most]) => Array<string>(small ? 1 : spare(kind, most)).fill(kind))
    if (open.length === 0) break
    kinds.push(random.pick(open))
  }
  return shareLocations(furnish(kinds), random)
}

/** Receptacles of the given kinds, each at a separate location. */
const furnish = (kinds: readonly string[]): readonly Receptacle[] =>
  [...kinds].sort().map((kind, index, all) => ({
    id: receptacleId(kind, index - all.indexOf(kind) + 1),
    kind,
    location: `loc_bar_${twoDigits(index + 1)}`,
    openable: openableKinds.includes(kind),
  }))

/** Whether two rooms look alike to a player: the same receptacles, the same ones side by side. */
export const signature = (receptacles: readonly Receptacle[]): string =>
  receptacles
    .map(
      ({ kind, location }, index) => `${kind}@${receptacles.findIndex(other => other.location === location) - index}`,
    )
    .join(' ')

/** An id in the original's form. */
export function receptacleId(kind: string, number: number): string {
  const basin = /^(Sink|Bathtub)Basin$/.exec(kind)?.[1]
  return basin === undefined
    ? `${kind.toLowerCase()}_bar_${twoDigits(number)}`
    : `${basin.toLowerCase()}_bar_${twoDigits(number)}_bar_${kind.toLowerCase()}`
}

export const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** One or two pairs of neighbours of one kind or another come to share a location, half the time each. */
function shareLocations(receptacles: readonly Receptacle[], random: Random): readonly Receptacle[] {
  if (receptacles.length < sharingSize) return receptacles
  const pairs = 1 + random.integer(2)
  const firsts = new Set(random.shuffle(receptacles.map((_, index) => index).slice(1)).slice(0, pairs))
  return receptacles.map((receptacle, index) =>
    firsts.has(index) && !firsts.has(index - 1)
      ? { ...receptacle, location: nth(receptacles, index - 1).location }
      : receptacle,
  )
}

const count = (kinds: readonly string[], kind: string): number => kinds.filter(other => other === kind).length
