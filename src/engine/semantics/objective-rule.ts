/** The pure function behind an objective: one of this package, or that of a module. */
import { types } from 'node:util'
import { makeFrom } from '../../files/default-export.ts'
import type { Objective, SpanRule } from '../../losses/objective.ts'
import { spanLoss } from '../../losses/span-loss.ts'
import { named } from '../../user-code/author-frame.ts'
import { guarded } from '../../user-code/guarded.ts'
import { callable, number, record, type Shape } from '../../user-code/shape.ts'

/**
 * @throws {RangeError} if the objective's module cannot be loaded, has no default function, or makes no function; or
 *   if the module refuses its options. The rule throws a `FailedError` of kind `user-code` where the module's throws, or
 *   gives what is no `SpanLoss` of its span.
 */
export async function objectiveRule(objective: Objective): Promise<SpanRule> {
  if (objective.kind !== 'module') return (logprobs, span) => spanLoss(objective, logprobs, span)
  const { module, options } = objective
  const rule = (await makeFrom({ module, makes: 'objective', shape: callable }, options)) as SpanRule
  const author = { name: `the objective ${named(module)}`, module }
  return (logprobs, span) => guarded(author, { part: 'it', gives: lossOf(logprobs.length) }, rule)(logprobs, span)
}

/** Its numbers are checked to be finite where those of all objectives are. */
const lossOf = (tokens: number): Shape =>
  record({ loss: number, gradient: gradientOf(tokens), kl: number, clipped: number })

/** One a token. */
const gradientOf = (tokens: number): Shape => {
  const wanted = `a Float64Array of ${tokens} values, one a token`
  return {
    wanted,
    wrongIn: found => (types.isFloat64Array(found) && found.length === tokens ? null : { path: '', wanted, found }),
  }
}
