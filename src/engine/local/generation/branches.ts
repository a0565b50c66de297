/** Candidates of a request by their tokens so far: equal ones are computed once. */
import type { Random } from '../../../math/random.ts'
import type { Sample } from '../../../contracts/models/device.ts'
import { groupBy } from '../../../math/group-by.ts'
import { lastOf } from '../../../math/last-of.ts'

/** One of the completions being sampled. */
export interface Candidate {
  readonly random: Random
  readonly tokens: number[]
  readonly logprobs: number[]
  finish: Sample['finish'] | null
}

/** Candidates with the same tokens: the next one of each is drawn from the same distribution, by its own chance. */
export interface Branch {
  /** At least one, of as many tokens each. */
  readonly candidates: readonly Candidate[]
  /**
   * Page groups with the keys of its tokens, if the request has several candidates; the prefix that they share is in the groups of the
   * context.
   */
  readonly groups: number[]
}

/** A branch, and the groups whose entries it continues where they are another branch's. */
interface Division {
  readonly branch: Branch
  readonly from: readonly number[] | null
}

/** One branch for each last token; candidates that have finished are left out. The first keeps the groups. */
export function divided({ candidates, groups }: Branch): readonly Division[] {
  const unfinished = candidates.filter(({ finish }) => finish === null)
  const byToken = groupBy(unfinished, ({ tokens }) => lastOf(tokens))
  return [...byToken.values()].map((part, index) =>
    index === 0
      ? { branch: { candidates: part, groups }, from: null }
      : { branch: { candidates: part, groups: [] }, from: groups },
  )
}
