import fc from 'fast-check'
import type { Law } from '../law/law.ts'
import { brokenText, type Transcript } from './broken-text.ts'
import { plays, type Play } from './play.ts'

export interface TryOptions {
  /** Cases tried of each law. */
  readonly runs: number
  /** The same seed tries the same cases; left out, each time others are. */
  readonly seed?: number
}

/** A law, of a number of plays if not of `runs`. */
export type MakeLaw = (name: string, check: (play: Play) => void, numRuns?: number) => Law

/** Makes the laws of a world. @param told of what was played last. */
export const lawsOf =
  (world: string, { runs, seed }: TryOptions, told: () => Transcript): MakeLaw =>
  (name, check, numRuns = runs) => ({
    name,
    check: () => {
      const property = fc.property(plays, play => {
        check(play)
      })
      const details = fc.check(property, { numRuns, ...(seed === undefined ? {} : { seed }) })
      if (!details.failed) return
      const [smallest] = details.counterexample ?? []
      let thrown: unknown = details.errorInstance
      try {
        if (smallest !== undefined) check(smallest)
      } catch (again) {
        thrown = again
      }
      const again = `case ${details.numRuns}, smallest ${JSON.stringify(smallest)}; again with seed ${details.seed}`
      throw new Error(brokenText({ world, law: name }, told(), thrown, again), { cause: thrown })
    },
  })

/** A law that tries no plays. */
export const plainLaw = (world: string, name: string, check: () => void): Law => ({
  name,
  check: () => {
    try {
      check()
    } catch (thrown) {
      throw new Error(brokenText({ world, law: name }, null, thrown), { cause: thrown })
    }
  },
})
