/**
 * ShortestPath: the shortest way in a directed graph with lengths. `ShortestPath A C ; A B C ; A C 9 ; A B 2 ; B C 3` (from, to; vertices;
 * edges with lengths) → `A B C`. Any shortest way is right; a longer one gets the ratio of lengths, to the power of 5.
 */
import { nth } from '../../../src/math/nth.ts'
import { defineFamily } from '../family/family.ts'
import { invalidAnswer, malformedAnswer, ratioReward } from '../family/rewards.ts'
import { areVertices, drawVertices, pairsOf, vertexNames } from './graph.ts'

interface Edge {
  readonly from: string
  readonly to: string
  readonly length: number
}

interface Roads {
  readonly from: string
  readonly to: string
  readonly vertices: readonly string[]
  readonly edges: readonly Edge[]
}

const least = 3
const top = 5
const edgesOf = (size: number): number => 2 * size

/** Length of a way along edges, the shorter of two; infinite where none exists. */
const lengthOf = ({ edges }: Pick<Roads, 'edges'>, way: readonly string[]): number =>
  way.slice(1).reduce((sum, to, index) => {
    const lengths = edges.filter(edge => edge.from === way[index] && edge.to === to).map(({ length }) => length)
    return sum + Math.min(...lengths)
  }, 0)

/** The first shortest way, in alphabetical order; `null` if no way exists. */
function shortestWay(roads: Roads): readonly string[] | null {
  let found: readonly string[] | null = null
  let least = Infinity
  const search = (way: readonly string[]): void => {
    const length = lengthOf(roads, way)
    if (length >= least) return
    if (way.at(-1) === roads.to) {
      found = way
      least = length
      return
    }
    for (const vertex of roads.vertices) if (!way.includes(vertex)) search([...way, vertex])
  }
  search([roads.from])
  return found
}

const without = ({ vertices, edges, ...ends }: Roads, gone: string): Roads => ({
  ...ends,
  vertices: vertices.filter(vertex => vertex !== gone),
  edges: edges.filter(({ from, to }) => from !== gone && to !== gone),
})

export const shortestPath = defineFamily<Roads>({
  name: 'ShortestPath',
  rule: 'start, end; vertices; edges from one to another, with lengths. Give the shortest way from start to end',
  top,
  words: level => 1 + 2 + 1 + 2 * (least + level) + 4 * edgesOf(least + level),
  generate: (level, random) => {
    for (;;) {
      const vertices = drawVertices(least + level, random)
      const [from = '', to = ''] = random.shuffle(vertices)
      const pairs = random.shuffle(pairsOf(vertices)).slice(0, edgesOf(vertices.length))
      const edges = pairs.map(([start, end]) => ({ from: start, to: end, length: 1 + random.integer(9) }))
      const roads = { from, to, vertices, edges }
      if (shortestWay(roads) !== null) return roads
    }
  },
  write: ({ from, to, vertices, edges }) => [
    [from, to],
    vertices,
    ...edges.map(edge => [edge.from, edge.to, edge.length]),
  ],
  read: ([[from = '', to = '', ...more] = [], vertices = [], ...rows]) => {
    const size = vertices.length
    if (!areVertices(vertices) || size < least || size > least + top || more.length > 0 || from === to) return null
    if (rows.length > vertexNames.length ** 2 || !rows.every(row => row.length === 3)) return null
    const edges = rows.map(([start = '', end = '', length = '']) => ({ from: start, to: end, length: Number(length) }))
    const named = [from, to, ...edges.flatMap(edge => [edge.from, edge.to])]
    const isPlain = named.every(vertex => vertices.includes(vertex)) && rows.every(row => /^[1-9]$/.test(nth(row, 2)))
    return isPlain && shortestWay({ from, to, vertices, edges }) !== null ? { from, to, vertices, edges } : null
  },
  level: ({ vertices }) => vertices.length - least,
  solve: roads => shortestWay(roads) ?? [],
  reward: (roads, answer) => {
    if (!answer.every(word => vertexNames.some(name => name === word))) return malformedAnswer
    const length = lengthOf(roads, answer)
    if (answer[0] !== roads.from || answer.at(-1) !== roads.to || length === Infinity) return invalidAnswer
    return ratioReward(lengthOf(roads, shortestWay(roads) ?? []), length)
  },
  /** Without a vertex that the way leaves out; else the rest of the way, from its second vertex. */
  part: (roads, answer) => {
    const idle = roads.vertices.findLast(vertex => !answer.includes(vertex))
    if (idle !== undefined) return { problem: without(roads, idle), answer }
    return { problem: { ...without(roads, roads.from), from: nth(answer, 1) }, answer: answer.slice(1) }
  },
})
