import fc from 'fast-check'
import type { AsyncLaw } from '../law/law.ts'
import type { Transcript } from './broken-text.ts'
import { brokenLaw, type TryOptions } from './world-law.ts'

interface AsyncLawOptions<Case> extends TryOptions {
  readonly world: string
  readonly cases: fc.Arbitrary<Case>
  /** What was played last. */
  readonly told: () => Transcript
}

/** Makes laws of a world that may answer later. */
export const asyncLawsOf =
  <Case>({ world, cases, runs, seed, told }: AsyncLawOptions<Case>) =>
  (name: string, check: (one: Case) => Promise<void>): AsyncLaw => ({
    name,
    check: async () => {
      const options = { numRuns: runs, ...(seed === undefined ? {} : { seed }) }
      const details = await fc.check(fc.asyncProperty(cases, check), options)
      if (!details.failed) return
      const [smallest] = details.counterexample ?? []
      const thrown: unknown =
        smallest === undefined
          ? details.errorInstance
          : await check(smallest).then(
              () => details.errorInstance,
              (again: unknown) => again,
            )
      throw brokenLaw({ world, law: name }, details, told(), thrown)
    },
  })
