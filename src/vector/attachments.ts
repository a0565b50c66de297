import type { Attach, Decide, Decided } from '../contracts/messages/steps.ts'
import { openSlab, type Slab } from './slab.ts'

/** A slab that some thread of worlds speaks through. */
interface Attached {
  readonly slab: Slab
  readonly owner: string
  readonly network: string
}

interface Attachments {
  /** An earlier slab of the same owner is forgotten. */
  readonly attach: (message: Attach) => void
  /** `undefined` if the slab was never attached here, or its owner has another one since: the next to attach asks again. */
  readonly of: (message: Decide) => Attached | undefined
}

/** The slabs of those that ask an actor. */
export function attachments(): Attachments {
  const byName = new Map<string, Attached>()
  return {
    attach: ({ slab: name, from: owner, network, shared }) => {
      for (const [earlier, attached] of byName) if (attached.owner === owner) byName.delete(earlier)
      byName.set(name, { owner, network, slab: openSlab(shared) })
    },
    of: ({ slab }) => byName.get(slab),
  }
}

/** The reply that gives a request's rows back to their thread. */
export const decidedBy = (name: string, { from: to, slab, part, turn }: Decide): Decided => ({
  kind: 'decided',
  to,
  from: name,
  slab,
  part,
  turn,
})
