/** Who speaks with whom, and the channels between them. */
import type { BoardOptions, LinkOptions } from './link-options.ts'
import type { Wire } from './wire.ts'

/** Pairs of addresses; each pair speaks both ways, over a link that may have separate options. */
export type Edges = readonly (readonly [string, string, LinkOptions?])[]

/** By the address at the other end. */
export type Ports<Port extends Wire> = Readonly<Record<string, Port>>

/**
 * @param edges everybody with everybody if omitted.
 * @returns the addresses that each address speaks with.
 * @throws {RangeError} if two addresses are the same, or an edge names an unknown one or joins one with itself.
 */
export function neighboursOf(addresses: readonly string[], edges?: Edges): ReadonlyMap<string, ReadonlySet<string>> {
  const neighbours = new Map(addresses.map(address => [address, new Set<string>()]))
  if (neighbours.size < addresses.length) throw new RangeError(`addresses must differ, got ${addresses.join(', ')}`)
  const all = addresses.flatMap((a, index) => addresses.slice(index + 1).map(b => [a, b] as const))
  for (const [a, b] of edges ?? all) {
    const [ofA, ofB] = [neighbours.get(a), neighbours.get(b)]
    if (ofA === undefined || ofB === undefined || a === b) {
      throw new RangeError(`an edge must join two of ${addresses.join(', ')}, got ${a} and ${b}`)
    }
    ofA.add(b)
    ofB.add(a)
  }
  return neighbours
}

/** @returns the options of all links of an address: those of its edges, else those of `common`. */
export const linksOf =
  (common: LinkOptions, edges: Edges = []) =>
  (address: string): BoardOptions => {
    const own = edges.flatMap(([a, b, options]): [string, LinkOptions][] =>
      options === undefined || (a !== address && b !== address) ? [] : [[a === address ? b : a, options]],
    )
    return { ...common, peers: Object.fromEntries(own) }
  }

/** A channel for every pair of neighbours. @returns the ports of each address. */
export function wire<Port extends Wire>(
  neighbours: ReadonlyMap<string, ReadonlySet<string>>,
  channel: (a: string, b: string) => readonly [Port, Port],
): ReadonlyMap<string, Ports<Port>> {
  const ports = new Map([...neighbours.keys()].map((address): [string, Record<string, Port>] => [address, {}]))
  for (const [address, others] of neighbours) {
    const mine = ports.get(address)
    for (const other of others) {
      const theirs = ports.get(other)
      if (mine === undefined || theirs === undefined || mine[other] !== undefined) continue
      const [here, there] = channel(address, other)
      mine[other] = here
      theirs[address] = there
    }
  }
  return ports
}
