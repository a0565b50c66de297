/** What a world says of its options holds: a schema accepts them, and so does the world, or neither. */
import test from 'ava'
import fc from 'fast-check'
import { z } from 'zod'
import { optionsSchema as codingSchema } from '../../environments/coding/index.ts'
import { codingSettings } from '../../environments/coding/options/options.ts'
import { optionsSchema as deskSchema } from '../../environments/desk/index.ts'
import { deskChoices } from '../../environments/desk/generation/options.ts'
import { optionsSchema as gridsSchema } from '../../environments/grids/index.ts'
import { gridSettings } from '../../environments/grids/tasks/options.ts'
import { optionsSchema as miniwobSchema } from '../../environments/miniwob/index.ts'
import { miniwobSettings } from '../../environments/miniwob/tasks/options.ts'
import { optionsSchema as openEnvSchema } from '../../environments/openenv/index.ts'
import { openEnvSettings } from '../../environments/openenv/tasks/options.ts'
import { optionsSchema as householdSchema } from '../../environments/household/index.ts'
import { householdSettings } from '../../environments/household/generation/options.ts'
import { optionsSchema as teamsSchema } from '../../environments/teams/index.ts'
import { teamSettings } from '../../environments/teams/tasks/options.ts'
import { optionsSchema as puzzlesSchema } from '../../environments/puzzles/index.ts'
import { puzzleSettings } from '../../environments/puzzles/generation/options.ts'

type Schema = z.core.JSONSchema.JSONSchema

const worlds = [
  {
    name: 'household',
    schema: householdSchema as Schema,
    settings: (options: object): object => householdSettings(options),
  },
  { name: 'miniwob', schema: miniwobSchema as Schema, settings: (options: object): object => miniwobSettings(options) },
  { name: 'openenv', schema: openEnvSchema as Schema, settings: (options: object): object => openEnvSettings(options) },
  { name: 'coding', schema: codingSchema as Schema, settings: (options: object): object => codingSettings(options) },
  { name: 'grids', schema: gridsSchema as Schema, settings: (options: object): object => gridSettings(options) },
  { name: 'desk', schema: deskSchema as Schema, settings: (options: object): object => deskChoices(options) },
  { name: 'teams', schema: teamsSchema as Schema, settings: (options: object): object => teamSettings(options) },
  { name: 'puzzles', schema: puzzlesSchema as Schema, settings: (options: object): object => puzzleSettings(options) },
]
const number = fc.integer({ min: -1, max: 40 })
/* An order of two numbers is beyond what a schema can say. */
const range = fc.tuple(number, number).map(([a, b]) => [Math.min(a, b), Math.max(a, b)])
const text = fc.constantFrom(
  'full',
  'move',
  'put',
  'place',
  'long',
  'words',
  'Sorting',
  'GCD',
  'sokoban',
  'sudoku',
  'code',
  'board',
  'x',
)
const value = fc.oneof(
  number,
  range,
  fc.double({ min: -0.5, max: 1.5, noNaN: true }),
  text,
  fc.array(text, { maxLength: 3 }),
  fc.constantFrom(true, null, {}, [4], [4, 5, 6]),
)

for (const { name, schema, settings } of worlds) {
  const takes = (options: object): boolean => {
    try {
      settings(options)
      return true
    } catch {
      return false
    }
  }

  test(`${name}: the schema accepts an option if and only if the world does`, t => {
    const validator = z.fromJSONSchema(schema)
    const key = fc.constantFrom(...Object.keys(schema.properties ?? {}), 'rooms')
    fc.assert(
      fc.property(key, value, (name, value) => {
        /* Given but null is left out, as the world sees it. */
        fc.pre(value !== null)
        t.is(
          validator.safeParse({ [name]: value }).success,
          takes({ [name]: value }),
          `${name}: ${JSON.stringify(value)}`,
        )
      }),
      { numRuns: 500 },
    )
  })

  test(`${name}: the defaults of the schema are what the world takes by itself`, t => {
    const defaults = Object.fromEntries(
      Object.entries(schema.properties ?? {}).flatMap(([key, part]) =>
        typeof part === 'object' && 'default' in part ? [[key, part.default]] : [],
      ),
    )
    t.deepEqual(settings(defaults), settings({}))
  })
}
