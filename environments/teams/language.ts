/** Every phrase of the games that is worth one token. */
import type { Language } from '../../src/contracts/worlds/environment.ts'
import { directionNames, placeName } from '../grids/kernel/board.ts'
import { optionsSchema } from './tasks/options.ts'
import { teamReasons } from './play/expert.ts'

const widest = optionsSchema.properties.size.maximum
const said = [
  ...['Tool:', 'Plan:', 'The tool says nothing', 'The tool says', 'which leads to:', 'none', 'Nothing happens'],
  ...['Walk to the goal', 'The goal is at', 'Walls are at', 'You reach the goal', 'You are at'],
  ...['Push every box onto a target', 'Targets are at', 'Boxes are at', 'Every box is on a target'],
  ...['Fill the square', 'Given are', 'Written are', 'The square is right'],
]

export const teamLanguage: Language = {
  phrases: [
    ...said,
    ...Object.values(teamReasons),
    ...directionNames,
    ...['1', '2', '3', '4'],
    ...Array.from({ length: widest * widest }, (_, cell) => placeName([Math.floor(cell / widest), cell % widest])),
  ],
  silent: ['.', ','],
}
