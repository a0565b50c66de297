/** Directed or undirected graphs whose vertices are capital letters; all edges of a problem are rows of words. Pure. */
import type { Random } from '../../../src/math/random.ts'

export const vertexNames = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'] as const

/** Whether these are different vertices in alphabetical order. */
export const areVertices = (words: readonly string[]): boolean =>
  words.every(
    (word, index) => vertexNames.some(name => name === word) && (index === 0 || word > (words[index - 1] ?? '')),
  )

/** Ordered pairs of different vertices. */
export const pairsOf = (vertices: readonly string[]): readonly (readonly [string, string])[] =>
  vertices.flatMap(from => vertices.filter(to => to !== from).map((to): [string, string] => [from, to]))

/** Some vertices in alphabetical order, so that names carry no information. */
export const drawVertices = (count: number, random: Random): readonly string[] =>
  random.shuffle(vertexNames).slice(0, count).sort()
