/** Which tasks to make, and how to present them. */
import type { ActionDialect } from '../expert/move.ts'
import type { HintLevel } from '../tasks/task.ts'

/** Steps of the shortest plan. */
export const depths = { short: [3, 6], middle: [8, 14], long: [20, 30] } as const satisfies Record<
  string,
  readonly [number, number]
>
type DepthName = keyof typeof depths
export const depthNames = Object.keys(depths) as readonly DepthName[]

export interface DeskOptions {
  /** Depths to draw tasks of. */
  readonly depths?: readonly DepthName[]
  /** The hint that tasks come with: 0 for none, then the application, the screen, the control. */
  readonly hint?: HintLevel
  /** Contents of an observation: the changes, or the whole screen. */
  readonly observe?: 'changes' | 'full'
  /** How the expert writes actions: `fill To Ann`, `fill 12 Ann`, or `fill('12', 'Ann')`. All are always understood. */
  readonly dialect?: ActionDialect
  /** Things called by aliases, so that a model plays with unseen words: people, files and other things, or all names and labels. */
  readonly aliases?: Aliased
}

export type Aliased = 'none' | 'things' | 'all'
export const aliasedNames: readonly Aliased[] = ['none', 'things', 'all']

export type DeskChoices = Required<DeskOptions>

const known = ['depths', 'hint', 'observe', 'dialect', 'aliases']

/** @throws {RangeError} naming the option, the value found and the values allowed. */
export function deskChoices(options: DeskOptions = {}): DeskChoices {
  for (const key of Object.keys(options)) {
    if (!known.includes(key)) throw new RangeError(`desk has no option ${key}: it has ${known.join(', ')}`)
  }
  const { depths: wanted = ['short', 'middle'], hint = 0, observe = 'changes', dialect = 'words' } = options
  const { aliases = 'none' } = options
  if (!isList(wanted) || wanted.length === 0 || wanted.some(name => !depthNames.includes(name)))
    throw new RangeError(`depths must be a list of ${depthNames.join(', ')}, got ${JSON.stringify(wanted)}`)
  if (![0, 1, 2, 3].includes(hint)) throw new RangeError(`hint must be 0, 1, 2 or 3, got ${JSON.stringify(hint)}`)
  if (!['changes', 'full'].includes(observe))
    throw new RangeError(`observe must be changes or full, got ${JSON.stringify(observe)}`)
  if (!['names', 'words', 'calls'].includes(dialect))
    throw new RangeError(`dialect must be names, words or calls, got ${JSON.stringify(dialect)}`)
  if (!aliasedNames.includes(aliases))
    throw new RangeError(`aliases must be ${aliasedNames.join(', ')}, got ${JSON.stringify(aliases)}`)
  return { depths: wanted, hint, observe, dialect, aliases }
}

/** Options may come from a file: a type is not proof. */
const isList = (value: unknown): boolean => Array.isArray(value)
