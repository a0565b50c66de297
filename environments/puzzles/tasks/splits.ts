/** Which problems belong to which split. */
import type { Split } from '../../../src/contracts/worlds/environment.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'

/** One problem in so many is kept for `unseen`, and of the others one in so many for `seen`. */
const keptUnseen = 4
const keptSeen = 8

/** By a hash of the prompt: a problem that is measured on is never trained on. */
export function splitOfPrompt(prompt: string): Split {
  const isKept = (use: string, shares: number): boolean =>
    randomFrom(derive(rootKey(0), 'puzzles split', use, prompt)).integer(shares) === 0
  return isKept('unseen', keptUnseen) ? 'unseen' : isKept('seen', keptSeen) ? 'seen' : 'train'
}
