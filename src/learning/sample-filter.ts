/** Selects the samples to train on, and counts the others by reason. Pure. */
import type { Finish } from '../contracts/models/device.ts'
import type { successBand } from './success-band.ts'
import type { Credit } from './packing/packing.ts'
import { stalenessOfVersion, type VersionHistory } from './staleness.ts'

/** Requirements on samples besides their advantages. */
export interface Freshness {
  /** Of the model that is about to be trained: by them samples from older weights are recognised. */
  readonly trainings: VersionHistory
  /** Whether answers that were cut off are trained on, or left out of the loss; left out, they are trained on. */
  readonly truncated?: 'train' | 'mask'
}

/** A sample that may be trained on. */
interface SampleCandidate {
  /** `null` where it could not be computed. */
  readonly advantage: number | null
  readonly weight: number
  readonly version: number
  readonly finish?: Finish
  /** Why a sample has no advantage. */
  readonly noAdvantageReason: string
}

/** Keeps samples to train on, and counts the rest by reason. */
interface SampleFilter {
  readonly dropped: Readonly<Record<string, number>>
  readonly ages: readonly number[]
  readonly keep: (verdict: ReturnType<typeof successBand>, candidate: SampleCandidate) => Credit | null
}

export function createSampleFilter({ trainings, truncated = 'train' }: Freshness): SampleFilter {
  const dropped: Record<string, number> = {}
  const ages: number[] = []
  const drop = (reason: string): null => {
    dropped[reason] = (dropped[reason] ?? 0) + 1
    return null
  }
  return {
    dropped,
    ages,
    keep: (verdict, { advantage, weight, version, finish, noAdvantageReason }) => {
      if (advantage === null) return drop(noAdvantageReason)
      if (verdict !== 'kept') return drop(`group ${verdict}`)
      if (advantage === 0) return drop('zero advantage')
      if (truncated === 'mask' && finish === 'length') return drop('truncated')
      const age = stalenessOfVersion(trainings, version)
      ages.push(age)
      return { advantage, weight, isStale: age > 0 }
    },
  }
}
