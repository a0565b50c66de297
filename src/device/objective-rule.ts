/** The pure function behind an objective: one of this package, or that of a module. */
import { defaultExport } from '../default-export.ts'
import type { Objective, SpanLoss, SpanRule } from '../losses/objective.ts'
import { spanLoss } from '../losses/span-loss.ts'

/**
 * @throws {RangeError} if the objective's module cannot be loaded, has no default function, or makes no function; or
 *   whatever the module says of its options. The rule refuses a result that is no `SpanLoss` of its span.
 */
export async function objectiveRule(objective: Objective): Promise<SpanRule> {
  if (objective.kind !== 'module') return (logprobs, span) => spanLoss(objective, logprobs, span)
  const { module, options } = objective
  const factory = (await defaultExport(module, 'training objective')) as (options: unknown) => unknown
  const rule = factory(options)
  if (typeof rule !== 'function') throw new RangeError(`what ${module} makes is no objective: it is no function`)
  return (logprobs, span) => {
    const result: unknown = (rule as (...given: readonly unknown[]) => unknown)(logprobs, span)
    requireSpanLoss(module, result, logprobs.length)
    return result
  }
}

/** Whether its numbers are finite is looked at where all objectives are. */
function requireSpanLoss(module: string, result: unknown, tokens: number): asserts result is SpanLoss {
  const refuse = (what: string): never => {
    throw new RangeError(`the objective ${module} must give ${what}`)
  }
  if (typeof result !== 'object' || result === null)
    return refuse(`a loss, a gradient, a kl and a count of clipped tokens, got ${String(result)}`)
  const parts: Readonly<Record<string, unknown>> = { ...result }
  for (const name of ['loss', 'kl', 'clipped']) {
    if (typeof parts[name] !== 'number') refuse(`a number as ${name}, got ${String(parts[name])}`)
  }
  const { gradient } = parts
  if (!(gradient instanceof Float64Array)) return refuse(`a Float64Array as gradient, got ${String(gradient)}`)
  if (gradient.length !== tokens) refuse(`a gradient of ${tokens} values, one a token, got ${gradient.length}`)
}
