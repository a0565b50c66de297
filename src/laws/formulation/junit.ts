import { unreachable } from '../../contracts/unreachable.ts'
import { junitText, type JunitCase } from '../law/junit.ts'
import type { FileLaw } from './check-file.ts'
import { claimText, failures } from './verdicts.ts'
import { workedExample } from './worked-example.ts'

/** JUnit's XML: a case for each law; of those that do not fail the check, a broken one is a case that says so. */
export function verdictsJunit(file: string, checked: readonly FileLaw[], strict: boolean): string {
  const failing = new Set(failures(checked, strict))
  return junitText(
    file,
    checked.map(one => ({
      name: one.law.name,
      classname: `${one.law.severity}.${one.law.part}`,
      ms: one.ms,
      outcome: outcomeOf(one, failing.has(one)),
    })),
  )
}

function outcomeOf({ law, result }: FileLaw, fails: boolean): JunitCase['outcome'] {
  switch (result.verdict) {
    case 'holds':
      return { kind: 'passed' }
    case 'stuck':
      return { kind: 'error', message: result.reason }
    case 'not applicable': {
      const { reason, claim } = result
      return { kind: 'skipped', message: claim === undefined ? reason : `${reason}: ${claimText(claim)}` }
    }
    case 'broken': {
      const text = workedExample(law, result)
      return fails ? { kind: 'failure', message: law.statement, text } : { kind: 'system-out', text }
    }
    default:
      return unreachable(result)
  }
}
