import type { Attach, Decide, Decided } from '../contracts/messages/steps.ts'
import { openWorldBuffer, type WorldBuffer } from './world-buffer.ts'

/** A buffer that some thread of worlds speaks through. */
interface Attached {
  readonly buffer: WorldBuffer
  readonly owner: string
  readonly network: string
}

interface Attachments {
  /** An earlier buffer of the same owner is forgotten. */
  readonly attach: (message: Attach) => void
  /** `undefined` if the buffer was never attached here, or its owner has another one since: the next to attach asks again. */
  readonly of: (message: Decide) => Attached | undefined
}

/** The buffers of those that ask an actor. */
export function attachments(): Attachments {
  const byName = new Map<string, Attached>()
  return {
    attach: ({ buffer: name, from: owner, network, shared }) => {
      for (const [earlier, attached] of byName) if (attached.owner === owner) byName.delete(earlier)
      byName.set(name, { owner, network, buffer: openWorldBuffer(shared) })
    },
    of: ({ buffer }) => byName.get(buffer),
  }
}

/** The reply that gives a request's rows back to their thread. */
export const decidedBy = (name: string, { from: to, buffer, part, turn }: Decide): Decided => ({
  kind: 'decided',
  to,
  from: name,
  buffer,
  part,
  turn,
})
