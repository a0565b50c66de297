/**
 * Path_NoGoingBack_Counting: how many ways of at most so many steps lead from one vertex to another along undirected edges, where no
 * step goes back along the edge just taken; modulo 100. `Path_NoGoingBack_Counting 2 A C ; A B ; B C ; A C` → `2`.
 * Departure: at most so many steps, where the source has exactly so many: then the count of fewer steps is a part of it.
 */
import { nth } from '../../../src/math/nth.ts'
import { defineFamily } from '../family/family.ts'
import { exactReward } from '../family/rewards.ts'
import { largestNumberWord } from '../family/words.ts'
import { drawVertices, pairsOf, vertexNames } from './graph.ts'

interface Walks {
  readonly steps: number
  readonly from: string
  readonly to: string
  readonly edges: readonly (readonly string[])[]
}

const size = 4
const top = 5
const maxEdges = 6

/** Ways of exactly so many steps. */
function waysOfLength({ from, to, edges }: Omit<Walks, 'steps'>, steps: number, came = -1): number {
  if (steps === 0) return from === to ? 1 : 0
  return edges.reduce((sum, edge, index) => {
    const [a = '', b = ''] = edge
    if (index === came || (a !== from && b !== from)) return sum
    return sum + waysOfLength({ from: a === from ? b : a, to, edges }, steps - 1, index)
  }, 0)
}

const modulo = (count: number): number =>
  ((count % (largestNumberWord + 1)) + largestNumberWord + 1) % (largestNumberWord + 1)

const countOfWays = (walks: Walks): number =>
  modulo(Array.from({ length: walks.steps }, (_, step) => waysOfLength(walks, step + 1)).reduce((a, b) => a + b, 0))

export const pathNoGoingBackCounting = defineFamily<Walks>({
  name: 'Path_NoGoingBack_Counting',
  rule: 'steps, start, end; edges both ways. Count the ways from start to end of at most so many steps that never go straight back, modulo 100',
  top,
  words: () => 1 + 3 + 3 * maxEdges + 1,
  generate: (level, random) => {
    const vertices = drawVertices(size, random)
    const [from = '', to = ''] = random.shuffle(vertices)
    const pairs = random.shuffle(pairsOf(vertices).filter(([a, b]) => a < b))
    return { steps: level + 1, from, to, edges: pairs.slice(0, size + random.integer(maxEdges - size + 1)) }
  },
  write: ({ steps, from, to, edges }) => [[steps, from, to], ...edges],
  read: ([[count = '', from = '', to = '', ...more] = [], ...edges]) => {
    const steps = Number(count)
    if (!/^\d$/.test(count) || steps < 1 || steps > top + 1 || more.length > 0 || from === to) return null
    const isPlain = edges.every(edge => edge.length === 2 && nth(edge, 0) < nth(edge, 1)) && edges.length <= maxEdges
    const known = [from, to, ...edges.flat()].every(vertex => vertexNames.some(name => name === vertex))
    const isOnce = new Set(edges.map(edge => edge.join(' '))).size === edges.length
    return isPlain && known && isOnce && edges.length > 0 ? { steps, from, to, edges } : null
  },
  level: ({ steps }) => steps - 1,
  solve: walks => [countOfWays(walks)],
  reward: (walks, answer) => exactReward([countOfWays(walks)], answer),
  /** One step fewer: less the ways of exactly so many. */
  part: (walks, [answer]) => ({
    problem: { ...walks, steps: walks.steps - 1 },
    answer: [modulo(Number(answer) - waysOfLength(walks, walks.steps))],
  }),
})
