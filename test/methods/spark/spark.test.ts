/** Runs of the method: what it trains on, what it asks of the verifier, and what it is refused in. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { trainRun } from '../../../src/run/train.ts'
import { readRunDirectory } from '../../../src/run/directory/run-directory.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { verified } from '../../fixtures/worlds/answered.ts'
import { eventsOf, readMetrics, tinyConfig, tinyStarters, type Changes } from '../../run/tiny-run.ts'

const world = fileURLToPath(new URL('../../fixtures/worlds/answered.js', import.meta.url))
const changes: Changes = {
  method: 'spark',
  methodOptions: { pairs: 0.5, test: { tasks: 4, answers: 2, rounds: 1, every: 2 } },
  environment: { name: world },
  tasks: { slots: 8, perIteration: 8, episodes: 8 },
}
const optionsOf = (more: object): Changes => ({ ...changes, methodOptions: { ...changes.methodOptions, ...more } })

test.serial('spark trains on questions about its own answers, for which no verifier is asked', async t => {
  const folder = await temporaryFolder(t)
  const { policy } = await tinyStarters(folder)
  const verifiedBy = async (name: string, given: Changes): Promise<number> => {
    const before = verified.count
    const config = tinyConfig({ policy, rewardModel: null }, given)
    await eventsOf(trainRun({ config, directory: join(folder, name), inThread: true }))
    return verified.count - before
  }
  const test = { every: 0 }
  const alone = await verifiedBy('alone', optionsOf({ test, verdicts: 0, reflections: 0 }))
  t.is(await verifiedBy('recycled', optionsOf({ test })), alone)

  const own = async (name: string, figure: string) =>
    (await readMetrics(join(folder, name))).map(line => line.measures[figure] ?? 0)
  const asked = ['verifications', 'pairs', 'reflections']
  for (const figure of asked) {
    t.deepEqual(await own('alone', figure), [0, 0, 0])
    const counts = await own('recycled', figure)
    t.true(
      counts.some(count => count > 0),
      `${figure}: ${counts.join(', ')}`,
    )
  }
  /* Trained on, or left out because all of a group were rewarded alike. */
  const considered = async (name: string) =>
    (await readMetrics(join(folder, name))).map(
      ({
        models: {
          policy: { samples, dropped },
        },
      }) => Object.values(dropped).reduce((sum, count) => sum + count, samples),
    )
  t.deepEqual(await considered('alone'), [64, 64, 64])
  t.true((await considered('recycled')).every(count => count > 64))
  await verifiedBy('verify', optionsOf({ test, answers: false }))
  const questions = (await Promise.all(asked.map(figure => own('verify', figure)))).reduce((sums, counts) =>
    sums.map((sum, iteration) => sum + (counts[iteration] ?? 0)),
  )
  t.deepEqual(
    await considered('verify'),
    questions.map(count => 8 * count),
  )

  const rows = await (await readRunDirectory(join(folder, 'recycled'))).readEpisodes(1)
  t.deepEqual([...new Set(rows.map(({ use }) => use))].sort(), ['compare', 'reflect', 'train', 'verify'])
})

test('the test of the policy as its own reward model is part of the iterations that it follows', async t => {
  const folder = await temporaryFolder(t)
  const { policy } = await tinyStarters(folder)
  const directory = join(folder, 'run')
  const config = tinyConfig({ policy, rewardModel: null }, changes)
  await eventsOf(trainRun({ config, directory, inThread: true }))
  const tested = (await readMetrics(directory)).map(line => line.measures['test.first'] ?? null)
  t.deepEqual(
    tested.map(share => share !== null),
    [false, true, false],
  )
})

test('a world without questions about answers is refused by that name, and so are options that are none', async t => {
  const folder = await temporaryFolder(t)
  const starters = await tinyStarters(folder)
  const refused = async (given: Changes, message: RegExp) => {
    const run = async () =>
      eventsOf(
        trainRun({ config: tinyConfig(starters, { method: 'spark', ...given }), directory: join(folder, 'run') }),
      )
    await t.throwsAsync(run, { instanceOf: RangeError, message })
  }
  await refused({}, /spark asks the policy about its answers, and colours has no review/)
  await refused({ environment: { name: world }, methodOptions: { pairs: 2 } }, /pairs/)
  await refused({ feedback: { formulation: 'gigpo' } }, /feedback\.formulation has no effect on the method spark/)
  t.false((await readdir(folder)).includes('run'))
})
