/** Which problems to make. */
import { asRange, integerBetween, numberOrRange, readOptions } from '../../../src/text/read-options.ts'
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

const someFamilies = { type: 'array', items: { enum: [...familyNames] }, minItems: 1, uniqueItems: true }

export const optionsSchema = {
  type: 'object',
  description: 'which families of puzzles, and how hard',
  additionalProperties: false,
  properties: {
    families: { description: 'families by name; all if left out', ...someFamilies },
    heldOutFamilies: { description: 'families of held-out tasks; as families if left out', ...someFamilies },
    levels: {
      description: 'levels of the tasks that are trained on, within each ladder: a number or a range',
      default: [0, 2],
      ...numberOrRange(0, 20),
    },
    heldOut: { description: 'levels of held-out tasks; as levels if left out', ...numberOrRange(0, 20) },
    length: {
      description: 'most words of a problem with its answer: where ladders end',
      default: 96,
      ...integerBetween(32, 256),
    },
  },
}

/** @throws {RangeError} naming the option, the value found and the values allowed. */
export function puzzleSettings(options: PuzzlesOptions = {}): PuzzleSettings {
  const given = readOptions('puzzles', optionsSchema, options)
  const { families = familyNames, heldOutFamilies = families, levels, heldOut = levels, length } = given
  return {
    rungs: rungsOf(families, length),
    heldOutRungs: rungsOf(heldOutFamilies, length),
    levels: asRange('levels', levels),
    heldOut: asRange('heldOut', heldOut),
  }
}

const rungsOf = (names: readonly string[], length: number): readonly Rung[] =>
  puzzleFamilies
    .filter(({ name }) => names.includes(name))
    .map(({ name, top, words }) => ({
      name,
      top: Array.from({ length: top + 1 }, (_, level) => level).findLast(level => words(level) <= length) ?? 0,
    }))
