/** The tokens that examples begin with in common, so that they are computed once. Pure. */
import type { Example, Sequence } from '../../../contracts/models/device.ts'
import { groupBy } from '../../../math/group-by.ts'
import { nth } from '../../../math/nth.ts'
import { parentsOf } from '../../semantics/tree.ts'
import { lengthStep, type SharedPrefix } from './pack.ts'

/** Fewest common tokens. Fewer would pay as well; so the starters, whose prompts are shorter, keep the numbers that are known of them. */
export const leastShared = 64

/** Of the longest example's tokens, for its attention to be worth being done in two parts. */
const leastShare = 1 / 4

/**
 * How many tokens all begin with that each other token follows, directly or not, and before whose last nothing is trained; 0 for too few.
 * @returns a multiple of 16, as what lies behind is padded alone.
 */
export function commonPrefix(examples: readonly Example[]): number {
  const [first, ...others] = examples
  if (first === undefined || others.length === 0) return 0
  const longest = Math.max(...examples.map(({ sequence }) => sequence.tokens.length))
  const { tokens } = first.sequence
  let length = Math.min(...examples.map(undivided))
  for (const { sequence } of others) {
    const other = sequence.tokens.subarray(0, length)
    const at = other.findIndex((token, index) => token !== tokens[index])
    if (at >= 0) length = at
  }
  const whole = length - (length % lengthStep)
  return whole >= Math.max(leastShared, leastShare * longest) ? whole : 0
}

/** [examples] What each begins with as others do; `null` where that is too little. */
export function sharedPrefixes(examples: readonly Example[]): readonly (SharedPrefix | null)[] {
  const found = examples.map((): SharedPrefix | null => null)
  const beginning = (index: number): string => nth(examples, index).sequence.tokens.subarray(0, leastShared).join()
  for (const [name, members] of groupBy(examples.keys(), beginning)) {
    const length = commonPrefix(members.map(index => nth(examples, index)))
    if (length > 0) for (const index of members) found[index] = { name, length }
  }
  return found
}

/** An example without its first tokens; what followed the last of them is a first token. */
export function behind({ sequence, spans }: Example, prefix: number): Example {
  const from = (token: number): number => Math.max(-1, token - prefix)
  return {
    sequence: behindIn(sequence),
    spans: spans.map(span => ({ ...span, start: span.start - prefix, end: span.end - prefix })),
  }

  function behindIn({ tokens, parents }: Sequence): Sequence {
    const rest = tokens.subarray(prefix)
    return parents === undefined ? { tokens: rest } : { tokens: rest, parents: parents.subarray(prefix).map(from) }
  }
}

/** Tokens before anything branches off, and before the last token from which something is predicted. */
function undivided({ sequence, spans }: Example): number {
  const parents = parentsOf(sequence)
  let length = parents.length
  parents.forEach((parent, token) => {
    if (token > 0 && parent !== token - 1) length = Math.min(length, parent + 1)
  })
  for (const { start, end } of spans)
    for (const parent of parents.subarray(start, end)) length = Math.min(length, Math.max(0, parent))
  return length
}
