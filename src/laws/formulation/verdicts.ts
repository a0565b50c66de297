/** The results of a check of a file, for machines. */
import { inspect } from 'node:util'
import type { FileLaw } from './check-file.ts'
import type { Claims } from '../../methods/rlanything/formulation/formulation.ts'

/** Laws that fail a check: all that are stuck, and those broken that must hold; with `strict`, that should hold too. */
export const failures = (checked: readonly FileLaw[], strict: boolean): readonly FileLaw[] =>
  checked.filter(({ law: { severity }, result: { verdict } }) => {
    if (verdict === 'stuck') return true
    return verdict === 'broken' && (severity === 'must' || (strict && severity === 'should'))
  })

/** What to write in a formulation to be held to a law that needs the claim. */
export const claimText = (claim: Claims): string => `add claims: ${inspect(claim, { breakLength: Infinity })}`

/** One object for each law. */
export const verdictsJson = (file: string, checked: readonly FileLaw[]): string =>
  JSON.stringify(
    {
      file,
      laws: checked.map(({ law: { name, statement, source, severity, part }, own, result, ms }) => ({
        name,
        statement,
        source,
        severity,
        part,
        own,
        ms: Math.round(ms),
        ...result,
      })),
    },
    null,
    2,
  )
