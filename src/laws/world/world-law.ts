import fc from 'fast-check'
import type { Law } from '../law/law.ts'
import { brokenText, type Transcript } from './broken-text.ts'
import { plays, type RandomPlay } from './play.ts'

export interface TryOptions {
  /** Cases tried of each law. */
  readonly runs: number
  /** The same seed tries the same cases; left out, each time others are. */
  readonly seed?: number
}

/** A law, of a number of plays if not of `runs`. */
export type MakeLaw = (name: string, check: (play: RandomPlay) => void, numRuns?: number) => Law

/** Makes the laws of a world. @param told of what was played last. */
export const playLaws =
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
      throw brokenLaw({ world, law: name }, details, told(), thrown)
    },
  })

/** @param thrown by the smallest case. */
export function brokenLaw<Case>(
  of: { readonly world: string; readonly law: string },
  { numRuns, seed, counterexample }: Pick<fc.RunDetails<[Case]>, 'numRuns' | 'seed' | 'counterexample'>,
  transcript: Transcript,
  thrown: unknown,
): Error {
  const again = `case ${numRuns}, smallest ${JSON.stringify(counterexample?.[0])}; again with seed ${seed}`
  return new Error(brokenText(of, transcript, thrown, again), { cause: thrown })
}

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
