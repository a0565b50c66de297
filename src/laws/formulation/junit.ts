import { create } from 'xmlbuilder2'
import type { FileLaw } from './check-file.ts'
import { claimText, failures } from './verdicts.ts'
import { workedExample } from './worked-example.ts'

/** JUnit's XML: a case for each law; of those that do not fail the check, a broken one is a case that says so. */
export function verdictsJunit(file: string, checked: readonly FileLaw[], strict: boolean): string {
  const failing = new Set(failures(checked, strict))
  const count = (...verdicts: readonly string[]) =>
    checked.filter(({ result }) => verdicts.includes(result.verdict)).length
  const seconds = (ms: number) => (ms / 1000).toFixed(3)
  const stuck = count('stuck')
  const suite = create({ version: '1.0', encoding: 'UTF-8' })
    .ele('testsuites')
    .ele('testsuite', {
      name: file,
      tests: checked.length,
      failures: failing.size - stuck,
      errors: stuck,
      skipped: count('not applicable'),
      time: seconds(checked.reduce((sum, { ms }) => sum + ms, 0)),
    })
  for (const one of checked) {
    const { law, result, ms } = one
    const test = suite.ele('testcase', {
      classname: `${law.severity}.${law.part}`,
      name: law.name,
      time: seconds(ms),
    })
    if (result.verdict === 'not applicable') {
      const { reason, claim } = result
      test.ele('skipped', { message: claim === undefined ? reason : `${reason}: ${claimText(claim)}` })
    }
    if (result.verdict === 'stuck') test.ele('error', { message: result.reason })
    if (result.verdict !== 'broken') continue
    const example = workedExample(law, result)
    if (failing.has(one)) test.ele('failure', { message: law.statement }).txt(example)
    else test.ele('system-out').txt(example)
  }
  return suite.end({ prettyPrint: true })
}
