/** One token a number, a letter, a sign or a name. */
import type { Language } from '../../src/contracts/worlds/environment.ts'
import { signs } from './arithmetic/countdown.ts'
import { players } from './arithmetic/euclid-game.ts'
import { largestNumberWord, rowEnd } from './family/words.ts'
import { vertexNames } from './search/graph.ts'
import { literals } from './search/sat.ts'
import { familyNames } from './tasks/families.ts'
import { answerReasons } from './tasks/play.ts'

export const puzzlesLanguage: Language = {
  phrases: [
    ...new Set([
      ...Array.from({ length: largestNumberWord + 1 }, (_, number) => String(number)),
      ...[rowEnd, '_', 'none', ...signs, ...players],
      ...literals,
      ...vertexNames,
      ...familyNames,
      ...Object.values(answerReasons),
    ]),
  ],
  silent: [' '],
}
