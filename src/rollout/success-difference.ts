import type { Success } from '../contracts/metrics.ts'
import { mean, standardError } from '../math/statistics.ts'
import { zip } from '../math/zip.ts'
import type { Difference } from '../statistics/difference.ts'
import { pairedOutcomes } from '../statistics/paired-outcomes.ts'

/**
 * How much success changed on the same tasks, and its standard error s/√n over those that were played both times: each is its own
 * control, so that one that comes out alike both times adds nothing to the error. Without an error where outcomes of single tasks
 * were not kept, or fewer than 2 tasks were played both times.
 */
export function successDifference(before: Success, after: Success): Difference {
  const differences = differencesByTask(before, after)
  return differences.length < 2
    ? { value: after.rate - before.rate, error: null }
    : { value: mean(differences), error: standardError(differences) }
}

function differencesByTask({ wins: before }: Success, { wins: after }: Success): readonly number[] {
  if (before === undefined || before.length !== after?.length) return []
  const { first, second } = pairedOutcomes(after, before)
  return zip(first, second).map(([now, then]) => now - then)
}
