/** Every family, in the order in which they are listed. */
import { countdownGame } from '../arithmetic/countdown.ts'
import { division } from '../arithmetic/division.ts'
import { euclidGame } from '../arithmetic/euclid-game.ts'
import { gcdOneCounting } from '../arithmetic/gcd-one-counting.ts'
import { gcd } from '../arithmetic/gcd.ts'
import { multiplication } from '../arithmetic/multiplication.ts'
import { knapsack } from '../arrays/knapsack.ts'
import { lampChanging } from '../arrays/lamp-changing.ts'
import { sorting } from '../arrays/sorting.ts'
import { spiralMatrix } from '../arrays/spiral-matrix.ts'
import { undamagedSubmatrixCounting } from '../arrays/undamaged-submatrix-counting.ts'
import type { Family } from '../family/family.ts'
import { hamiltonianPath } from '../search/hamiltonian-path.ts'
import { pathNoGoingBackCounting } from '../search/path-no-going-back-counting.ts'
import { shortestPath } from '../search/shortest-path.ts'
import { sat } from '../search/sat.ts'
import { sudoku } from '../search/sudoku.ts'

export const puzzleFamilies: readonly Family[] = [
  sorting,
  lampChanging,
  spiralMatrix,
  multiplication,
  division,
  gcd,
  gcdOneCounting,
  euclidGame,
  countdownGame,
  sudoku,
  sat,
  knapsack,
  hamiltonianPath,
  shortestPath,
  pathNoGoingBackCounting,
  undamagedSubmatrixCounting,
]

export const familyNames: readonly string[] = puzzleFamilies.map(({ name }) => name)

/** @throws {RangeError} if there is no family of that name. */
export function familyOf(name: string): Family {
  const family = puzzleFamilies.find(each => each.name === name)
  if (family === undefined) throw new RangeError(`family must be one of ${familyNames.join(', ')}, got '${name}'`)
  return family
}
