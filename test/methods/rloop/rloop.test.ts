/** Runs of the method: phases, what fine-tuning starts from, and a resume in the middle of a phase. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { trainRun } from '../../../src/run/train.ts'
import { resumeRun } from '../../../src/run/resume.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { eventsOf, tinyConfig, tinyStarters, type Changes } from '../../run/tiny-run.ts'
import { digestOf, stateAndMetrics } from '../state-and-metrics.ts'

const models = ['policy', 'phase-start']

/** Two phases, of which the second does not end. */
const changes: Changes = {
  method: 'rloop',
  methodOptions: { steps: 2, hard: 1, pass: { k: 2, tasks: 2, every: 2 } },
  tasks: { slots: 4, perIteration: 4, episodes: 8 },
}

const optionsOf = (more: object): Changes => ({ ...changes, methodOptions: { ...changes.methodOptions, ...more } })

test('rloop trains in phases, and is the same for two threads, an interruption in a phase and a resume', async t => {
  const folder = await temporaryFolder(t)
  const { policy } = await tinyStarters(folder)
  const config = tinyConfig({ policy, rewardModel: join(folder, 'none') }, changes)
  const [whole, stopped] = [join(folder, 'whole'), join(folder, 'stopped')]
  await eventsOf(trainRun({ config, directory: whole, inThread: true }))
  const undisturbed = await stateAndMetrics(whole, models)
  const own = (name: string) => undisturbed.lines.map(line => line.measures[name] ?? null)
  const solutions = own('hardSolutions')
  t.true((solutions[1] ?? 0) > 0, `solutions: ${solutions.join(', ')}`)
  t.deepEqual(
    own('fineTuningUpdates').map(updates => updates !== null),
    [false, true, false],
  )
  t.deepEqual(
    own('passAtK').map(rate => rate !== null),
    [true, false, true],
  )

  const stop = new AbortController()
  const threads = tinyConfig(config.starters, { ...changes, environment: { threads: 2 } })
  await eventsOf(trainRun({ config: threads, directory: stopped, signal: stop.signal }), ({ kind }) => {
    if (kind === 'iteration') stop.abort()
  })
  await eventsOf(resumeRun({ directory: stopped }))
  t.deepEqual(await stateAndMetrics(stopped, models), undisturbed)
})

test('fine-tuning starts from the weights that the phase started from, byte for byte', async t => {
  const folder = await temporaryFolder(t)
  const { policy } = await tinyStarters(folder)
  const starter = await digestOf(join(policy!, 'model.safetensors'))
  const after = async (name: string, more: object): Promise<readonly (string | undefined)[]> => {
    /* Nothing is that hard, so that fine-tuning is of nothing. */
    const config = tinyConfig({ policy, rewardModel: null }, { ...optionsOf({ hard: 1e-9, ...more }), iterations: 2 })
    const directory = join(folder, name)
    await eventsOf(trainRun({ config, directory, inThread: true }))
    return (await stateAndMetrics(directory, models)).weights
  }
  t.deepEqual(await after('initial', {}), [starter, starter])
  const [trained, next] = await after('end', { start: 'end' })
  t.not(trained, starter)
  t.is(next, trained)
})

test('it runs in any world; what it cannot do is refused before there is a run', async t => {
  const folder = await temporaryFolder(t)
  const starters = await tinyStarters(folder)
  const directory = join(folder, 'run')
  const refused = async (given: Changes, message: RegExp) => {
    const run = async () =>
      eventsOf(trainRun({ config: tinyConfig(starters, { method: 'rloop', ...given }), directory }))
    await t.throwsAsync(run, { instanceOf: RangeError, message })
  }
  await refused(
    { mode: { kind: 'asynchronous' } },
    /mode\.kind has no effect on the method rloop, .*, got "asynchronous"/,
  )
  await refused({ methodOptions: { steps: 0 } }, /steps/)
  await refused({ feedback: { formulation: 'gigpo' } }, /feedback\.formulation has no effect on the method rloop/)
  t.false((await readdir(folder)).includes('run'))
  const config = tinyConfig(starters, {
    method: 'rloop',
    methodOptions: { steps: 1, pass: { k: 2, tasks: 2, every: 1 } },
  })
  await eventsOf(trainRun({ config, directory, inThread: true }))
  t.is((await stateAndMetrics(directory, models)).lines.length, 3)
})
