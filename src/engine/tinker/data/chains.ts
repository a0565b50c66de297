/** Trees as the plain texts that a service can compute: one from each root to each leaf. */
import type { Sequence } from '../../../contracts/models/device.ts'
import { nth } from '../../../math/nth.ts'
import { depthsOf, isChain, parentsOf } from '../../semantics/tree.ts'

/** One path through a sequence. */
export interface Chain {
  /** [n] its tokens. */
  readonly tokens: Int32Array
  /** [n] each token's position in the sequence. */
  readonly places: Int32Array
  /** [n] 1 where the value of the token is taken from this chain: each token of a sequence has one chain, the first that holds it. */
  readonly own: Uint8Array
}

/** @returns at least one; every token of the sequence belongs to one of them. */
export function chainsOf(sequence: Sequence): readonly Chain[] {
  const { tokens } = sequence
  const parents = parentsOf(sequence)
  if (isChain(parents)) {
    const places = tokens.map((_, index) => index)
    return [{ tokens, places, own: new Uint8Array(tokens.length).fill(1) }]
  }
  const isParent = new Uint8Array(tokens.length)
  for (const parent of parents) if (parent >= 0) isParent[parent] = 1
  const taken = new Uint8Array(tokens.length)
  const depths = depthsOf(parents)
  const chains: Chain[] = []
  for (const [leaf, hasChildren] of isParent.entries()) {
    if (hasChildren === 1) continue
    const length = nth(depths, leaf) + 1
    const chain = { tokens: new Int32Array(length), places: new Int32Array(length), own: new Uint8Array(length) }
    for (let place = leaf, at = length - 1; place >= 0; place = nth(parents, place), at -= 1) {
      chain.tokens[at] = nth(tokens, place)
      chain.places[at] = place
      chain.own[at] = 1 - nth(taken, place)
      taken[place] = 1
    }
    chains.push(chain)
  }
  return chains
}
