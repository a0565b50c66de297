import type { GraphFile, Node } from './onnx-file.ts'

/** A graph in two parts: the second takes values that the first computes. */
export interface CutGraph {
  readonly first: GraphFile
  readonly second: GraphFile
  /** Names of those values: outputs of the first, inputs of the second. */
  readonly carried: readonly string[]
}

/** Operators that cost nothing: the second graph computes them again rather than have their results carried over. */
const free: ReadonlySet<string> = new Set(['Reshape'])

/**
 * Cuts a graph after its first `place` nodes. Each part keeps the outputs that it computes.
 * Carried are the values that the second part needs and does not compute again.
 *
 * @param cheap operators whose results the second part computes again; left out, those that cost nothing.
 */
export function cutGraph(graph: GraphFile, place: number, cheap: ReadonlySet<string> = free): CutGraph {
  const earlier = new Map<string, Node>()
  for (const node of graph.nodes.slice(0, place)) for (const output of node.outputs) earlier.set(output, node)
  const again = new Set<Node>()
  const carried = new Set<string>()
  const need = (name: string): void => {
    const maker = earlier.get(name)
    if (maker === undefined) return
    if (!cheap.has(maker.operator)) {
      carried.add(name)
    } else if (!again.has(maker)) {
      maker.inputs.forEach(need)
      again.add(maker)
    }
  }
  const later = living(graph.nodes.slice(place), new Set(graph.outputs.map(({ name }) => name)))
  for (const node of later) node.inputs.forEach(need)

  const ports = [...carried].map(
    name => graph.sizes?.find(port => port.name === name) ?? { name, type: 'float32' as const },
  )
  const first = part(graph, graph.nodes.slice(0, place))
  const second = part(graph, leavesLast([...again, ...later]))
  return {
    first: {
      ...first,
      name: `${graph.name} 1`,
      outputs: [...first.outputs, ...ports],
      sizes: first.sizes?.filter(({ name }) => !carried.has(name)) ?? [],
    },
    second: { ...second, name: `${graph.name} 2`, inputs: [...second.inputs, ...ports] },
    carried: [...carried],
  }
}

/**
 * The nodes whose results no other takes, as gradients of weights are, after all others, and the last of them first. ONNX Runtime computes
 * the last leaf with all that it needs, then the one before: so each gradient comes as soon as it can, and what it is made of is let go.
 * Source: `GraphViewer` and `Graph::ReverseDFSFrom` of ONNX Runtime.
 */
function leavesLast(nodes: readonly Node[]): readonly Node[] {
  const taken = new Set(nodes.flatMap(({ inputs }) => inputs))
  const isLeaf = ({ outputs }: Node): boolean => !outputs.some(output => taken.has(output))
  return [...nodes.filter(node => !isLeaf(node)), ...nodes.filter(isLeaf).toReversed()]
}

/** Without the nodes that nothing wanted depends on. */
function living(nodes: readonly Node[], wanted: Set<string>): readonly Node[] {
  const alive = nodes.toReversed().filter(({ inputs, outputs }) => {
    if (!outputs.some(output => wanted.has(output))) return false
    for (const input of inputs) wanted.add(input)
    return true
  })
  return alive.toReversed()
}

/** Some nodes of a graph with the inputs, constants and outputs that are theirs. */
function part({ name, constants, inputs, outputs, sizes = [] }: GraphFile, nodes: readonly Node[]): GraphFile {
  const used = new Set(nodes.flatMap(node => node.inputs))
  const made = new Set(nodes.flatMap(node => node.outputs))
  return {
    name,
    nodes,
    constants: constants.filter(constant => used.has(constant.name)),
    inputs: inputs.filter(port => used.has(port.name)),
    outputs: outputs.filter(port => made.has(port.name)),
    sizes: sizes.filter(port => made.has(port.name)),
  }
}
