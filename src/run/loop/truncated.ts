/** Warnings of answers that were cut off: too long an answer looks like inability. Pure. */
import { leavesOf } from '../../config/tree.ts'
import type { ModelMetrics, Success } from '../../contracts/metrics.ts'
import { mean } from '../../math/statistics.ts'
import { policyName } from '../../rollout/rollout-requests.ts'

/** Share of a model's answers beyond which it is warned of them. */
const largestShare = 0.1

const warningOf = (share: number, model: string, config: object, where: string): string => {
  const setting = `${model.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase())}.maxTokens`
  return `${(100 * share).toFixed(0)} % of the answers of the ${model} ${where} were cut off at ${setting}, which is ${String(leavesOf(config).get(setting))}: they end before they are done`
}

/** Of measurements of the policy. */
export const truncatedInMeasuring = (evaluations: readonly Success[], config: object): readonly string[] => {
  const share = Math.max(0, ...evaluations.map(({ truncated = 0 }) => truncated))
  return share > largestShare ? [warningOf(share, policyName, config, 'in measuring')] : []
}

interface TruncatedWatch {
  /** After an iteration: of each model the first time. */
  readonly take: (metrics: {
    readonly iteration: number
    readonly models: Readonly<Record<string, Pick<ModelMetrics, 'truncated'>>>
  }) => readonly string[]
  /** At the end: of models that this happened to, over all iterations. */
  readonly end: () => readonly string[]
}

export function createTruncatedWatch(config: object): TruncatedWatch {
  const shares = new Map<string, { readonly all: number[]; spokenOf: boolean }>()
  return {
    take: ({ iteration, models }) =>
      Object.entries(models).flatMap(([model, { truncated: share = null }]) => {
        if (share === null) return []
        const known = shares.get(model) ?? { all: [], spokenOf: false }
        shares.set(model, known)
        known.all.push(share)
        if (share <= largestShare || known.spokenOf) return []
        known.spokenOf = true
        return [warningOf(share, model, config, `of iteration ${iteration}`)]
      }),
    end: () =>
      [...shares].flatMap(([model, { all, spokenOf }]) =>
        spokenOf ? [warningOf(mean(all), model, config, 'of all iterations')] : [],
      ),
  }
}
