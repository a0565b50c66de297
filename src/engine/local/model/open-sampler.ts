import type { OpenGraph } from '../sessions/engine.ts'

export interface Sampler {
  /** Of the weights it was made of. */
  readonly version: number
  readonly parts: readonly OpenGraph[]
  readonly close: () => Promise<void>
}
