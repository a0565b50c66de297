import type { Direction } from '../../../src/contracts/worlds/environment.ts'

/** The kinds of edit that go each way, in a fixed order. */
export const deskEdits = {
  harder: [
    'switch-to-longer',
    'drop-hint',
    'add-predicate',
    'hide-commands',
    'rarer-labels',
    'more-items',
    'similar-names',
  ],
  easier: [
    'switch-to-shorter',
    'add-hint',
    'drop-predicate',
    'show-commands',
    'commoner-labels',
    'fewer-items',
    'distinct-names',
  ],
} as const satisfies Record<Direction, readonly string[]>

export type DeskEditName = (typeof deskEdits)[Direction][number]

export const isDeskEdit = (name: string): name is DeskEditName =>
  [...deskEdits.harder, ...deskEdits.easier].some(each => each === name)
