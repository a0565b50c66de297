/** Which samples are trained on, and why the others are not. Pure. */
import type { fit } from './success-band.ts'
import type { Credit } from './packing.ts'
import { ageOf, type StaleRule, type Trainings } from './staleness.ts'

/** How samples that older weights drew are told and treated. */
export interface Freshness {
  /** Of the model that is about to be trained. */
  readonly trainings: Trainings
  readonly stale: StaleRule
}

/** A sample that may be trained on. */
export interface Candidate {
  /** `null` where it could not be computed. */
  readonly advantage: number | null
  readonly weight: number
  readonly version: number
  /** Why there is no advantage, where there is none. */
  readonly lacking: string
}

/** Keeps what is to be trained on, and counts the rest by reason. */
export interface Sieve {
  readonly dropped: Readonly<Record<string, number>>
  readonly ages: readonly number[]
  readonly keep: (verdict: ReturnType<typeof fit>, candidate: Candidate) => Credit | null
}

export function createSieve({ trainings, stale }: Freshness): Sieve {
  const dropped: Record<string, number> = {}
  const ages: number[] = []
  const drop = (reason: string): null => {
    dropped[reason] = (dropped[reason] ?? 0) + 1
    return null
  }
  return {
    dropped,
    ages,
    keep: (verdict, { advantage, weight, version, lacking }) => {
      if (advantage === null) return drop(lacking)
      if (verdict !== 'kept') return drop(`group ${verdict}`)
      if (advantage === 0) return drop('zero advantage')
      const age = ageOf(trainings, version)
      ages.push(age)
      return age > 0 && stale === 'refuse' ? drop('stale') : { advantage, weight, isStale: age > 0 }
    },
  }
}
