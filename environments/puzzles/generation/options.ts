/** Which problems to make. */
import { puzzleFamilies, familyNames } from '../tasks/families.ts'

export type LevelRange = readonly [number, number]

export interface PuzzlesOptions {
  /** Families by name, each once; all if left out. */
  readonly families?: readonly string[]
  /** Families of held-out tasks, each once; as `families` if left out. The ladder and edits have `families` alone. */
  readonly heldOutFamilies?: readonly string[]
  /** Levels of tasks that are trained on, from 0 to 20: a number or a range; of a shorter ladder its top. */
  readonly levels?: number | LevelRange
  /** Levels of held-out tasks; as `levels` if left out. */
  readonly heldOut?: number | LevelRange
  /** Most words of a problem with its answer, from 32 to 256: where ladders end. */
  readonly length?: number
}

/** A family and the top of its ladder. */
export interface Rung {
  readonly name: string
  readonly top: number
}

/** Options with nothing left open. */
export interface PuzzleSettings {
  readonly rungs: readonly Rung[]
  readonly heldOutRungs: readonly Rung[]
  readonly levels: LevelRange
  readonly heldOut: LevelRange
}

export const highestLevel = 20
export const minLength = 32
export const maxLength = 256

const known = ['families', 'heldOutFamilies', 'levels', 'heldOut', 'length']

/** @throws {RangeError} naming the option, the value found and the values allowed. */
export function puzzleSettings(options: PuzzlesOptions = {}): PuzzleSettings {
  for (const key of Object.keys(options))
    if (!known.includes(key)) throw new RangeError(`puzzles has no option ${key}: it has ${known.join(', ')}`)
  const { length = 96 } = options
  if (!Number.isInteger(length) || length < minLength || length > maxLength)
    throw new RangeError(`length must be from ${minLength} to ${maxLength}, got ${JSON.stringify(length)}`)
  const levels = range('levels', options.levels ?? [0, 2])
  const { families = familyNames, heldOutFamilies = families } = options
  return {
    rungs: chosen('families', families, length),
    heldOutRungs: chosen('heldOutFamilies', heldOutFamilies, length),
    levels,
    heldOut: options.heldOut === undefined ? levels : range('heldOut', options.heldOut),
  }
}

/** Options may come from a file: a type is not proof. */
function chosen(option: string, names: unknown, length: number): readonly Rung[] {
  const isList = Array.isArray(names) && names.length > 0 && new Set(names).size === names.length
  const isKnown = isList && names.every(name => familyNames.some(family => family === name))
  if (!isKnown)
    throw new RangeError(
      `${option} must name some of ${familyNames.join(', ')}, each once, got ${JSON.stringify(names)}`,
    )
  return puzzleFamilies
    .filter(({ name }) => names.includes(name))
    .map(({ name, top, words }) => ({
      name,
      top: Array.from({ length: top + 1 }, (_, level) => level).findLast(level => words(level) <= length) ?? 0,
    }))
}

function range(name: string, wanted: number | LevelRange): LevelRange {
  const [low = Number.NaN, high = Number.NaN, ...more] =
    typeof wanted === 'number' ? [wanted, wanted] : isRange(wanted) ? wanted : []
  if (
    !Number.isInteger(low) ||
    !Number.isInteger(high) ||
    low < 0 ||
    high < low ||
    high > highestLevel ||
    more.length > 0
  )
    throw new RangeError(`${name} must be from 0 to ${highestLevel}, got ${JSON.stringify(wanted)}`)
  return [low, high]
}

const isRange = (value: unknown): value is LevelRange => Array.isArray(value)
