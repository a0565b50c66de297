import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { concat, lastValueFrom, of, throwError, toArray } from 'rxjs'
import { warnOfBrokenLaws } from '../../src/api/warn-of-broken-laws.ts'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import type { Formulation } from '../../src/methods/rlanything/formulation/formulation.ts'
import { shippedFormulations } from '../../src/methods/rlanything/formulation/shipped/index.ts'
import type { Summary, TrainingEvent } from '../../src/run/events/events.ts'
import quorum from '../../examples/quorum.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const directory = 'a'
const begun: TrainingEvent = { kind: 'started', directory, resumedFrom: null, totalIterations: 1, measures: [] }
const nothing: Summary = { iteration: 0, evaluations: [], measures: {} }
const over: TrainingEvent = { kind: 'finished', directory, before: nothing, after: nothing, reason: 'complete' }

/** The text of the warnings of a run that begins and is over. */
async function warningsOf(formulation: Formulation | string, method = 'rlanything'): Promise<readonly string[]> {
  const file = typeof formulation === 'string' ? formulation : null
  const config = parseRunConfig({ method, ...(file === null ? {} : { feedback: { formulation: file } }) })
  const options = { config, directory, ...(typeof formulation === 'string' ? {} : { formulation }) }
  const events = await lastValueFrom(warnOfBrokenLaws(options, of(begun, over)).pipe(toArray()))
  if (events[0] !== begun || events.at(-1) !== over) throw new Error('it must begin and end as the run does')
  return events.slice(1, -1).flatMap(event => (event.kind === 'warning' ? [event.text] : []))
}

test('of an object that breaks laws their names are told, and how to see more', async t => {
  const late: Formulation = {
    name: 'late',
    stepReward: ({ outcome, votes }, step) => (step === votes.length - 1 ? outcome : 0),
  }
  t.deepEqual(await warningsOf(late), [
    "the formulation late breaks a law that must hold: outcome-reaches-every-step; describeFormulation of 'rlanything/testing' shows how",
  ])
})

test('a file is checked in a thread of its own', async t => {
  const file = join(await temporaryFolder(t), 'mine.mjs')
  await writeFile(file, "export default { name: 'mine', accepts: () => false }")
  t.deepEqual(await warningsOf(file), [
    `the formulation ${file} breaks a law that must hold: something-is-accepted; 'rlanything check ${file}' shows how`,
  ])
})

test('nothing is told of a formulation that is right, comes with the package, or of another method', async t => {
  t.deepEqual(await warningsOf(quorum), [])
  t.deepEqual(await warningsOf('raw-singletons'), [])
  t.deepEqual(await warningsOf(shippedFormulations['gigpo']!), [])
  t.deepEqual(await warningsOf({ name: 'constant', advantages: () => [] }, 'grpo'), [])
})

test('a run that fails does so at once', async t => {
  const config = parseRunConfig({})
  const failing = concat(
    of(begun),
    throwError(() => new Error('out of paint')),
  )
  await t.throwsAsync(lastValueFrom(warnOfBrokenLaws({ config, directory, formulation: quorum }, failing)), {
    message: 'out of paint',
  })
})
