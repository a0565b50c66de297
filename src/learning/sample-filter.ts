/** Selects the samples to train on, and counts the others by reason. Pure. */
import type { successBand } from './success-band.ts'
import type { Credit } from './packing/packing.ts'
import { stalenessOfVersion, type VersionHistory } from './staleness.ts'

/** How samples from older weights are recognised. */
export interface Freshness {
  /** Of the model that is about to be trained. */
  readonly trainings: VersionHistory
}

/** A sample that may be trained on. */
export interface SampleCandidate {
  /** `null` where it could not be computed. */
  readonly advantage: number | null
  readonly weight: number
  readonly version: number
  /** Why there is no advantage, where there is none. */
  readonly noAdvantageReason: string
}

/** Keeps what is to be trained on, and counts the rest by reason. */
export interface SampleFilter {
  readonly dropped: Readonly<Record<string, number>>
  readonly ages: readonly number[]
  readonly keep: (verdict: ReturnType<typeof successBand>, candidate: SampleCandidate) => Credit | null
}

export function createSampleFilter({ trainings }: Freshness): SampleFilter {
  const dropped: Record<string, number> = {}
  const ages: number[] = []
  const drop = (reason: string): null => {
    dropped[reason] = (dropped[reason] ?? 0) + 1
    return null
  }
  return {
    dropped,
    ages,
    keep: (verdict, { advantage, weight, version, noAdvantageReason }) => {
      if (advantage === null) return drop(noAdvantageReason)
      if (verdict !== 'kept') return drop(`group ${verdict}`)
      if (advantage === 0) return drop('zero advantage')
      const age = stalenessOfVersion(trainings, version)
      ages.push(age)
      return { advantage, weight, isStale: age > 0 }
    },
  }
}
