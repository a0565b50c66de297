/** A rule of the user's own by which sessions end. */
import { reasonOf } from '../../contracts/failure.ts'
import { defaultExportOf } from '../../contracts/import-module.ts'
import { preview } from '../../text/preview.ts'

/** A session, since it began or since its last outcome. */
export interface SessionSoFar {
  readonly id: string
  readonly task: string | null
  /** Whether it has been silent for so long that it ends now, with an outcome or without. */
  readonly isSilent: boolean
  /** In the order of their next requests; those that nothing has followed yet are last. */
  readonly turns: readonly {
    /** What was last said to the model. */
    readonly asked: string
    /** Its answer, calls as it wrote them. */
    readonly said: string
    /** What was said or happened next; `null` if that is not known yet. */
    readonly next: string | null
  }[]
}

/** How a session came out, in [0, 1], which ends it; `null` lets it go on. */
export type OutcomeRule = (session: SessionSoFar) => number | null | Promise<number | null>

/** @throws {RangeError} if the file has no default export that is a function. */
export async function loadOutcomeRule(file: string): Promise<OutcomeRule> {
  const found = await defaultExportOf(file).catch((thrown: unknown) => {
    throw new RangeError(`${file} cannot be loaded: ${reasonOf(thrown)}`, { cause: thrown })
  })
  if (typeof found !== 'function')
    throw new RangeError(`${file} must have a function as its default export, got ${preview(found)}`)
  return found as OutcomeRule
}

/** The same rule; what it throws, and what is no outcome, is told and counts as none. */
export const checkedRule =
  (rule: OutcomeRule, onFault: (reason: string) => void): OutcomeRule =>
  async session => {
    try {
      const outcome: unknown = await rule(session)
      if (outcome === null || (typeof outcome === 'number' && outcome >= 0 && outcome <= 1)) return outcome
      throw new RangeError(`an outcome must be in [0, 1] or null, got ${preview(outcome)}`)
    } catch (thrown) {
      onFault(`the rule of outcomes failed on session ${session.id}: ${reasonOf(thrown)}`)
      return null
    }
  }
