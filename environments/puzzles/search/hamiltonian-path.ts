/**
 * HamiltonianPath: a way through a directed graph that visits every vertex once. `HamiltonianPath A B C ; A B ; C A` (vertices; edges) →
 * `C A B`. Any such way is right.
 */
import { nth } from '../../../src/math/nth.ts'
import { defineFamily } from '../family/family.ts'
import { invalidAnswer, malformedAnswer, rightAnswer, wrongAnswer } from '../family/rewards.ts'
import { areVertices, drawVertices, pairsOf, vertexNames } from './graph.ts'

interface Graph {
  readonly vertices: readonly string[]
  readonly edges: readonly (readonly string[])[]
}

const least = 3
const top = 5
const edgesOf = (size: number): number => 2 * size

const hasEdge = ({ edges }: Pick<Graph, 'edges'>, from: string | undefined, to: string): boolean =>
  edges.some(([a, b]) => a === from && b === to)

/** The first way, in alphabetical order; `null` if no way exists. */
function wayThrough(graph: Graph, way: readonly string[] = []): readonly string[] | null {
  if (way.length === graph.vertices.length) return way
  for (const vertex of graph.vertices) {
    if (way.includes(vertex) || (way.length > 0 && !hasEdge(graph, way.at(-1), vertex))) continue
    const found = wayThrough(graph, [...way, vertex])
    if (found !== null) return found
  }
  return null
}

export const hamiltonianPath = defineFamily<Graph>({
  name: 'HamiltonianPath',
  rule: 'vertices; edges from one to another. Give a way along edges through every vertex once',
  top,
  words: level => 2 * (least + level) + 1 + 3 * edgesOf(least + level),
  generate: (level, random) => {
    const vertices = drawVertices(least + level, random)
    const way = random.shuffle(vertices)
    const wanted = way.slice(1).map((to, index) => [nth(way, index), to])
    const others = pairsOf(vertices).filter(([from, to]) => !hasEdge({ edges: wanted }, from, to))
    const more = random.shuffle(others).slice(0, random.integer(edgesOf(vertices.length) - wanted.length + 1))
    return { vertices, edges: random.shuffle([...wanted, ...more]) }
  },
  write: ({ vertices, edges }) => [vertices, ...edges],
  read: ([vertices = [], ...edges]) => {
    const { length } = vertices
    if (!areVertices(vertices) || length < least || length > least + top) return null
    if (edges.length > vertexNames.length ** 2 || !edges.every(edge => edge.length === 2)) return null
    const isKnown = edges.flat().every(vertex => vertices.includes(vertex))
    return isKnown && wayThrough({ vertices, edges }) !== null ? { vertices, edges } : null
  },
  level: ({ vertices }) => vertices.length - least,
  solve: graph => wayThrough(graph) ?? [],
  reward: (graph, answer) => {
    if (!answer.every(word => vertexNames.some(name => name === word))) return malformedAnswer
    const { vertices } = graph
    if (answer.length !== vertices.length || !vertices.every(vertex => answer.includes(vertex))) return invalidAnswer
    return answer.slice(1).every((to, index) => hasEdge(graph, answer[index], to)) ? rightAnswer : wrongAnswer
  },
  /** Without the vertex at the end of the way. */
  part: ({ vertices, edges }, answer) => {
    const end = answer.at(-1) ?? ''
    return {
      problem: {
        vertices: vertices.filter(vertex => vertex !== end),
        edges: edges.filter(edge => !edge.includes(end)),
      },
      answer: answer.slice(0, -1),
    }
  },
})
