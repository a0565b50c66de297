import { create } from 'xmlbuilder2'
import { jsonEscape } from '../../text/visible.ts'

/** A law that was checked. */
export interface JunitCase {
  readonly name: string
  readonly classname: string
  /** How long it took, if that was measured. */
  readonly ms?: number
  readonly outcome:
    | { readonly kind: 'passed' }
    | { readonly kind: 'failure'; readonly message: string; readonly text: string }
    | { readonly kind: 'error' | 'skipped'; readonly message: string }
    /** Passed, with something to be read. */
    | { readonly kind: 'system-out'; readonly text: string }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3)

/** JUnit's XML: a suite with a case for each law. @param name of the suite. */
export function junitText(name: string, cases: readonly JunitCase[]): string {
  const count = (wanted: JunitCase['outcome']['kind']) =>
    cases.filter(({ outcome: { kind } }) => kind === wanted).length
  /* Worlds say what is no letter of XML, such as the colours of a terminal. */
  const suite = create({ version: '1.0', encoding: 'UTF-8', invalidCharReplacement: jsonEscape })
    .ele('testsuites')
    .ele('testsuite', {
      name,
      tests: cases.length,
      failures: count('failure'),
      errors: count('error'),
      skipped: count('skipped'),
      time: seconds(cases.reduce((sum, { ms = 0 }) => sum + ms, 0)),
    })
  for (const { name: law, classname, ms, outcome } of cases) {
    const test = suite.ele('testcase', { classname, name: law, ...(ms === undefined ? {} : { time: seconds(ms) }) })
    if (outcome.kind === 'passed') continue
    const told = test.ele(outcome.kind, 'message' in outcome ? { message: outcome.message } : {})
    if ('text' in outcome) told.txt(outcome.text)
  }
  return suite.end({ prettyPrint: true })
}
