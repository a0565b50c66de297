/**
 * Each method's numbers, weights, optimiser and tasks are those recorded before methods owned their settings, measures and
 * actors (commit 729fc68f with the graphs of fb55a1f8, names of today): a change that is to change no number is held to them.
 */
import { readFileSync } from 'node:fs'
import test from 'ava'
import { instructionSet } from '../../src/engine/local/instruction-set.ts'
import { methodNames } from '../../src/methods/registry/registry.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { recordedFile, recordedRun, type RecordedRun } from './recorded-runs.ts'

/** Runs are the same to the bit with these (docs/engines.md); others have not been compared. */
const compared = ['avx2', 'avx512']

const recorded = JSON.parse(readFileSync(recordedFile, 'utf8')) as Readonly<Record<string, RecordedRun>>

for (const method of methodNames)
  test.serial(`${method} leaves what was recorded`, async t => {
    if (!compared.includes(instructionSet())) {
      t.log(`not compared: recorded with ${compared.join(' and ')}, this processor has ${instructionSet()}`)
      t.pass()
      return
    }
    t.deepEqual(JSON.parse(JSON.stringify(await recordedRun(method, await temporaryFolder(t)))), recorded[method])
  })
