/** Which tasks to make, and how to present them. */
import { readOptions } from '../../../src/text/read-options.ts'
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

export type DeskChoices = Required<DeskOptions>

export const optionsSchema = {
  type: 'object',
  description: 'which tasks are made, and how they are described',
  additionalProperties: false,
  properties: {
    depths: {
      description: 'lengths of the tasks: short of 3 to 6 steps, middle of 8 to 14, long of 20 to 30',
      default: ['short', 'middle'],
      type: 'array',
      items: { enum: [...depthNames] },
      minItems: 1,
    },
    hint: {
      description: 'what a task tells of the way: 0 nothing, 1 the application, 2 the screen, 3 the control',
      default: 0,
      enum: [0, 1, 2, 3],
    },
    observe: {
      description: 'what an observation shows: what has changed, or the full screen as BrowserGym prints it',
      default: 'changes',
      enum: ['changes', 'full'],
    },
    dialect: {
      description:
        'how the expert writes actions: fill To Ann by names (and no numbers are shown), fill 12 Ann in words, fill(…) with quotes as calls; all are understood',
      default: 'words',
      enum: ['names', 'words', 'calls'],
    },
    aliases: {
      description:
        'what is called w0, w1, … in order of appearance: nothing, people, files and other things, or all names and labels',
      default: 'none',
      enum: ['none', 'things', 'all'],
    },
  },
}

/** @throws {RangeError} naming the option, the value found and the values allowed. */
export const deskChoices = (options: DeskOptions = {}): DeskChoices => readOptions('desk', optionsSchema, options)
