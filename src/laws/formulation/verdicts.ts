/** The results of a check of a file, for machines. */
import type { FileLaw } from './check-file.ts'

/** Laws that fail a check: all that are stuck, and those broken that must hold; with `strict`, that should hold too. */
export const failures = (checked: readonly FileLaw[], strict: boolean): readonly FileLaw[] =>
  checked.filter(({ law: { severity }, result: { verdict } }) => {
    if (verdict === 'stuck') return true
    return verdict === 'broken' && (severity === 'must' || (strict && severity === 'should'))
  })

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
