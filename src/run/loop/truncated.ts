/** Warnings of answers that were cut off: what a model cannot say in full looks as if it could not do it. Pure. */
import { leavesOf } from '../../config/tree.ts'
import type { IterationMetrics, Success } from '../../contracts/metrics.ts'

/** Share of a model's answers beyond which it is warned of them. */
const largestShare = 0.1

const roles = { policy: 'policy', rewardModel: 'reward model' } as const
type Role = keyof typeof roles

const warningOf = (share: number, role: Role, config: object, where: string): string =>
  `${(100 * share).toFixed(0)} % of the answers of the ${roles[role]} ${where} were cut off at ${role}.maxTokens, which is ${String(leavesOf(config).get(`${role}.maxTokens`))}: they end before they are done`

/** Of measurements of the policy. */
export const truncatedInMeasuring = (evaluations: readonly Success[], config: object): readonly string[] => {
  const share = Math.max(0, ...evaluations.map(({ truncated = 0 }) => truncated))
  return share > largestShare ? [warningOf(share, 'policy', config, 'in measuring')] : []
}

export interface TruncatedWatch {
  /** After an iteration: of each model the first time. */
  readonly take: (metrics: Pick<IterationMetrics, 'iteration' | Role>) => readonly string[]
  /** At the end: of models that this happened to, over all iterations. */
  readonly end: () => readonly string[]
}

export function createTruncatedWatch(config: object): TruncatedWatch {
  const spokenOf = new Set<Role>()
  const shares: Record<Role, number[]> = { policy: [], rewardModel: [] }
  const each = (of: (role: Role) => string | null): readonly string[] =>
    (['policy', 'rewardModel'] as const).flatMap(role => of(role) ?? [])
  return {
    take: metrics =>
      each(role => {
        const share = metrics[role]?.truncated ?? null
        if (share === null) return null
        shares[role].push(share)
        if (share <= largestShare || spokenOf.has(role)) return null
        spokenOf.add(role)
        return warningOf(share, role, config, `of iteration ${metrics.iteration}`)
      }),
    end: () =>
      each(role => {
        if (!spokenOf.has(role)) return null
        const mean = shares[role].reduce((sum, share) => sum + share, 0) / shares[role].length
        return warningOf(mean, role, config, 'of all iterations')
      }),
  }
}
