/** The laws that must hold and that a user's formulation breaks, found quickly: for a warning, not for a proof. */
import { setImmediate } from 'node:timers/promises'
import type { RunConfig } from '../../config/config.ts'
import type { Formulation } from '../../methods/rlanything/formulation/formulation.ts'
import { now } from '../../runtime/waiting/clock.ts'
import { usualDeadlineMs } from '../law/deadline.ts'
import { checkFile } from './check-file.ts'
import { subjectOf } from './check-formulation.ts'
import { formulationLaws } from './laws.ts'

const checking = { runs: 50, seed: 1 }

const laws = formulationLaws.filter(({ severity }) => severity === 'must')

/**
 * Only for its parts. A file is checked in a separate thread; an object, which cannot be sent to one, in this one, law by law
 * between other work.
 *
 * @returns names, in the laws' order; of a file the last may be one that had no result within ten seconds: no other is tried then.
 * @throws {RangeError} if it cannot be loaded, or is no formulation.
 */
export const brokenLaws = (formulation: Formulation | string, config: RunConfig): Promise<readonly string[]> =>
  typeof formulation === 'string' ? ofFile(formulation, config) : ofObject(formulation, config)

async function ofFile(file: string, config: RunConfig): Promise<readonly string[]> {
  const broken: string[] = []
  for await (const { law, own, result } of checkFile(
    file,
    { ...checking, laws, deadlineMs: usualDeadlineMs, config },
    now,
  )) {
    if (own && result.verdict === 'broken') broken.push(law.name)
    else if (result.verdict === 'stuck') return [...broken, law.name]
  }
  return broken
}

async function ofObject(formulation: Formulation, config: RunConfig): Promise<readonly string[]> {
  const subject = await subjectOf(formulation, config)
  const broken: string[] = []
  for (const law of laws) {
    if (subject.given?.includes(law.part) !== true) continue
    await setImmediate()
    if (law.check(subject, checking).verdict === 'broken') broken.push(law.name)
  }
  return broken
}
