/** The quality of generated unit tests, and of the programs that they test. Pure. */
import { codeQuality } from './reward.ts'
import { mean, shareOf } from '../../math/statistics.ts'
import type { UnitTestQuality } from './measures.ts'
import type { TaskGroup } from '../../rollout/groups.ts'
import { correctOf, testsOf } from './written-tests.ts'

/**
 * Code, UT and Detect are means over the tasks on which they are defined; rates and shares are over all tests.
 *
 * @param isTest whether a text is a test at all.
 */
export function testQuality(groups: readonly TaskGroup[], isTest: (text: string) => boolean): UnitTestQuality {
  const ofTasks = groups.map(group => codeQuality(correctOf(group), group.passes ?? []))
  const verdicts = groups.flatMap(verdictsOf)
  const pCorrect = shareOf(verdicts.filter(({ correct }) => correct).map(({ passes }) => passes))
  const pDetect = shareOf(verdicts.filter(({ correct }) => !correct).map(({ passes }) => !passes))
  const texts = groups.flatMap(group => testsOf(group).map(({ text }) => text))
  return {
    code: meanOf(ofTasks.map(({ code }) => code)),
    unitTest: meanOf(ofTasks.map(({ unitTest }) => unitTest)),
    detect: meanOf(ofTasks.map(({ detect }) => detect)),
    pCorrect,
    pDetect,
    margin: pCorrect === null || pDetect === null ? null : pCorrect + pDetect - 1,
    malformed: shareOf(texts.map(text => !isTest(text))) ?? 0,
    tests: texts.length,
  }
}

/** Each test on each program of its group. */
function verdictsOf(group: TaskGroup): readonly { readonly correct: boolean; readonly passes: boolean }[] {
  const correct = correctOf(group)
  return (group.passes ?? []).flatMap(ofTest =>
    ofTest.map((passes, program) => ({ correct: correct[program] === true, passes })),
  )
}

function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null)
  return known.length === 0 ? null : mean(known)
}
