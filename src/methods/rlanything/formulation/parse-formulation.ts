/** Checks that a value is a formulation; an error names the part that is wrong. */
import { nearestHint } from '../../../text/nearest.ts'
import type { Formulation } from './formulation.ts'
import { functionParts, parts } from './parts.ts'
import { nth } from '../../../math/nth.ts'

type Fields = Readonly<Record<string, unknown>>

const known = ['name', ...parts, 'claims']

/**
 * @param where it comes from, for errors.
 * @returns its parts and nothing else; those of a class keep their `this`.
 * @throws {RangeError} naming the part that is wrong, the value found and the value wanted.
 */
export function parseFormulation(where: string, value: unknown): Formulation {
  if (typeof value !== 'object' || value === null)
    throw new RangeError(`${where} must export a formulation as its default, got ${describe(value)}`)
  requireKnown(where, 'a formulation', namesIn(value), known)
  const found: Fields = Object.fromEntries(known.map(part => [part, value[part as keyof typeof value]]))
  if (typeof found['name'] !== 'string' || found['name'] === '')
    throw new RangeError(`${where}: name must be a non-empty text, got ${describe(found['name'])}`)
  for (const part of functionParts) {
    if (found[part] !== undefined && typeof found[part] !== 'function')
      throw new RangeError(`${where}: ${part} must be a function, got ${describe(found[part])}`)
  }
  for (const [part, check] of Object.entries({ objective: requireObjective, claims: requireClaims })) {
    const fields = found[part]
    if (fields === undefined) continue
    if (typeof fields !== 'object' || fields === null)
      throw new RangeError(`${where}: ${part} must be an object, got ${describe(fields)}`)
    check(`${where}: ${part}`, { ...fields })
  }
  const made = Object.entries(found).filter(([, part]) => part !== undefined)
  return Object.fromEntries(
    made.map(([name, part]): [string, unknown] => [name, typeof part === 'function' ? part.bind(value) : part]),
  ) as unknown as Formulation
}

/** Its own keys, and those that a class gives it. */
function namesIn(value: object): readonly string[] {
  const names = Object.keys(value)
  for (let of: unknown = Object.getPrototypeOf(value); isClass(of); of = Object.getPrototypeOf(of))
    names.push(...Object.getOwnPropertyNames(of).filter(name => name !== 'constructor'))
  return names
}

const isClass = (prototype: unknown): prototype is object =>
  typeof prototype === 'object' && prototype !== null && Object.getPrototypeOf(prototype) !== null

function requireKnown(where: string, what: string, names: readonly string[], all: readonly string[]): void {
  const odd = names.find(name => !all.includes(name))
  if (odd === undefined) return
  throw new RangeError(`${where}: ${odd} is no part of ${what}; there are ${all.join(', ')}${nearestHint(odd, all)}`)
}

const objectives: Readonly<Record<string, readonly string[]>> = {
  clipped: ['kind', 'clip', 'klWeight'],
  'cross-entropy': ['kind'],
  module: ['kind', 'module', 'options'],
}

function requireObjective(where: string, fields: Fields): void {
  const { kind } = fields
  const all = typeof kind === 'string' && Object.hasOwn(objectives, kind) ? objectives[kind] : undefined
  if (all === undefined)
    throw new RangeError(`${where}.kind must be one of ${Object.keys(objectives).join(', ')}, got ${describe(kind)}`)
  requireKnown(where, `an objective of kind ${String(kind)}`, Object.keys(fields), all)
  const wanted: readonly (readonly [string, string, (value: unknown) => boolean])[] = [
    ['clip', 'a number above 0', value => isNumber(value) && value > 0],
    ['klWeight', 'a number of at least 0', value => isNumber(value) && value >= 0],
    ['module', 'the URL of a module', value => typeof value === 'string'],
    ['options', 'an object', value => typeof value === 'object' && value !== null],
  ]
  for (const [name, text, is] of wanted)
    if (all.includes(name) && !is(fields[name]))
      throw new RangeError(`${where}.${name} must be ${text}, got ${describe(fields[name])}`)
}

/** The type of each claim, in words, and its check. */
const claims: readonly (readonly [name: string, wanted: string, is: (value: unknown) => boolean])[] = [
  ['writes', "'votes' or 'tests'", value => value === 'votes' || value === 'tests'],
  ['soft', 'true or false', value => typeof value === 'boolean'],
  ['lambda', 'a number of at least 0', value => isNumber(value) && value >= 0],
  [
    'rewardRange',
    '[low, high] with low <= high',
    value =>
      Array.isArray(value) &&
      value.length === 2 &&
      value.every(each => typeof each === 'number') &&
      nth(value, 0) <= nth(value, 1),
  ],
  [
    'policy',
    "{ over: 'step-index' or 'episodes', unit: true or false }",
    value => overOf(value, ['step-index', 'episodes']) && 'unit' in value && typeof value.unit === 'boolean',
  ],
  ['outcome', "'last-step' or 'shared'", value => value === 'last-step' || value === 'shared'],
  ['truth', "'outcome' or 'group'", value => value === 'outcome' || value === 'group'],
  ['overTokens', "'mean' or 'sum'", value => value === 'mean' || value === 'sum'],
  ['votes', "{ over: 'step', 'step-index' or 'task' }", value => overOf(value, ['step', 'step-index', 'task'])],
]

function requireClaims(where: string, fields: Fields): void {
  requireKnown(
    where,
    'the claims of a formulation',
    Object.keys(fields),
    claims.map(([name]) => name),
  )
  for (const [name, wanted, is] of claims)
    if (fields[name] !== undefined && !is(fields[name]))
      throw new RangeError(`${where}.${name} must be ${wanted}, got ${describe(fields[name])}`)
}

const overOf = (value: unknown, of: readonly string[]): value is { readonly over: string } =>
  typeof value === 'object' && value !== null && 'over' in value && of.includes(String(value.over))

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function describe(value: unknown): string {
  if (typeof value === 'function') return 'a function'
  if (typeof value === 'string' || (typeof value === 'object' && value !== null)) return JSON.stringify(value)
  return String(value)
}
