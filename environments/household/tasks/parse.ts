/** Tasks from files. */
import { z } from 'zod'
import { parsed } from '../../../src/text/parsed.ts'
import { preview } from '../../../src/text/preview.ts'
import { affordances, allKinds, canContain, receptacleKinds, usualObjects } from './tables.ts'
import { goalKinds, type HouseholdTask } from './task.ts'

/** Every kind that there is a word for. */
const kinds = new Set([
  ...allKinds,
  ...receptacleKinds,
  ...Object.values(affordances).flat(),
  ...Object.values(canContain).flat(),
  ...Object.values(usualObjects).flat(),
])
const names = new Set([...kinds].map(kind => kind.toLowerCase()))

const text = z.string().min(1)
const kindOf = text.refine(kind => kinds.has(kind), 'must be a kind of the tables')
/** The player reads its name, in front of `_bar_`. */
const id = text.refine(id => names.has(id.toLowerCase().split('_bar_')[0] ?? ''), 'must begin with the name of a kind')
/** `loc_bar_07`; in the original's files with coordinates, e.g. `loc_bar__minus_5_bar_2_bar_0_bar_60`. */
const place = text.regex(/^loc_bar_\w+$/, 'must be a place, e.g. loc_bar_07')

const schema = z.strictObject({
  room: z.strictObject({
    receptacles: z.array(z.strictObject({ id, kind: kindOf, location: place, openable: z.boolean() })).min(1),
    things: z.array(
      z.strictObject({
        id,
        kind: kindOf,
        pickupable: z.boolean(),
        receptacles: z.array(text),
        inside: z.array(text),
        location: place.nullable(),
      }),
    ),
    start: place,
  }),
  goal: z.strictObject({ kind: z.enum(goalKinds), thing: kindOf, place: kindOf }),
  sentence: text,
  stepLimit: z.int().min(1),
})

/** @throws {RangeError} naming the field, the value found and the value wanted. */
export function parseHouseholdTask(value: unknown): HouseholdTask {
  const task = parsed('task', schema, value)
  checkReferences(task)
  return task
}

/** Ids must be unique, and must be those of something in the room. */
function checkReferences({ room }: HouseholdTask): void {
  const ids = [...room.receptacles, ...room.things].map(({ id }) => id.toLowerCase())
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw new RangeError(`task.room: every id must be there once, got ${preview(twice)} twice`)
  const receptacles = new Set(room.receptacles.map(({ id }) => id))
  const things = new Set(room.things.map(({ id }) => id))
  for (const [index, thing] of room.things.entries()) {
    const lost = thing.receptacles.find(id => !receptacles.has(id)) ?? thing.inside.find(id => !things.has(id))
    if (lost !== undefined)
      throw new RangeError(`task.room.things[${index}]: must be in something of the room, got ${preview(lost)}`)
  }
}
