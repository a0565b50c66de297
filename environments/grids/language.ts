/** Every phrase of the games that is worth one token. */
import type { Language } from '../../src/contracts/worlds/environment.ts'
import { arms } from './games/bandit.ts'
import { directionNames, placeName } from './kernel/board.ts'
import { reasons } from './play/expert.ts'
import { optionsSchema } from './tasks/options.ts'

const widest = optionsSchema.properties.lake.maximum
const said = [
  ...['Pull the arm that pays more', 'The arms are', 'It pays nothing', 'It pays much', 'It pays little'],
  ...['Walk over the ice to the goal', 'Walk over the slippery ice to the goal', 'The goal is at', 'Holes are at'],
  ...['You reach the goal', 'You fall into a hole', 'You are at', 'none'],
  ...['Push every box onto a target', 'Targets are at', 'Walls are at', 'Boxes are at', 'Every box is on a target'],
  'Nothing happens',
]

export const gridLanguage: Language = {
  phrases: [
    ...said,
    ...Object.values(reasons),
    ...directionNames,
    ...arms.flat(),
    ...['P', '_', 'O', 'G', 'X', 'S', '#', '√'],
    ...Array.from({ length: widest * widest }, (_, cell) => placeName([Math.floor(cell / widest), cell % widest])),
  ],
  silent: ['.', ',', ' and', '\n'],
}
