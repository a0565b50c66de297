/** What was tested is what trains: a run takes a formulation as an object or from a file, and says so. */
import { rlanythingConfig } from '../../src/methods/rlanything/settings.ts'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import type { Formulation } from '../../src/methods/rlanything/formulation/formulation.ts'
import { integratedReward } from '../../src/reward/integrated.ts'
import { paper } from '../../src/methods/rlanything/formulation/paper.ts'
import { grpoFormulation } from '../../src/methods/rlanything/formulation/shipped/episode-level.ts'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { resumeRun, trainRun } from './in-thread.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { eventsOf, readMetrics, remains, tinyConfig, tinyStarters, type Changes } from './tiny-run.ts'

async function prepared(t: Parameters<typeof temporaryFolder>[0], changes: Changes = {}) {
  const folder = await temporaryFolder(t)
  const config = tinyConfig(await tinyStarters(folder), { iterations: 2, ...changes })
  return { folder, config, run: (name: string) => join(folder, name) }
}

/** Half the weight of the votes, one advantage an episode, and no task ever accepted. */
const mine: Formulation = {
  ...grpoFormulation,
  name: 'mine',
  stepReward: ({ outcome, votes }, step) => integratedReward(outcome, votes[step] ?? [], 0.5),
  accepts: () => false,
}

test.serial(
  'its rewards and advantages are those trained on, its rule decides, and its name is in the run',
  async t => {
    const { config, run } = await prepared(t)
    await eventsOf(trainRun({ config, directory: run('a'), formulation: mine }))
    const record = await readRunDirectory(run('a'))
    t.is(record.formulation, 'mine')
    const rows = await record.readEpisodes(1)
    for (const { reward, won, verdicts: votes, advantage } of rows) {
      t.is(reward, integratedReward(won ? 1 : -1, votes, 0.5))
      t.true(advantage !== null)
    }
    const ofEpisode = new Map<string, Set<number | null>>()
    for (const { episode, slot, advantage } of rows) {
      const key = `${slot}/${episode}`
      ofEpisode.set(key, (ofEpisode.get(key) ?? new Set()).add(advantage))
    }
    t.true([...ofEpisode.values()].every(({ size }) => size === 1))
    const decided = (await record.readLineage()).flatMap(event => (event.kind === 'decided' ? [event] : []))
    t.true(decided.every(({ accepted, by }) => !accepted && by === 'mine'))
  },
)

test.serial(
  "the paper's formulation as an object trains as the configuration does, and a resumed run needs it again",
  async t => {
    const { config, run } = await prepared(t)
    const { feedback, rewardModel } = rlanythingConfig(config)
    const { lambda, singleton } = feedback
    const { malformedPenalty, group } = rewardModel
    const same = paper({ lambda, singleton, malformedPenalty, voteGroup: group })
    await eventsOf(trainRun({ config, directory: run('plain') }))
    const { accepts: _accepts, ...parts } = same
    await eventsOf(trainRun({ config, directory: run('object'), formulation: parts }))
    t.deepEqual(await remains(run('object')), await remains(run('plain')))
    await t.throwsAsync(eventsOf(resumeRun({ directory: run('object') })), {
      message: /was begun with the formulation paper, got none: resume it as it was begun/,
    })
    await t.notThrowsAsync(eventsOf(resumeRun({ directory: run('object'), formulation: parts })))
  },
)

test.serial('a file of the configuration is a formulation too; what it gets wrong ends the run by name', async t => {
  const { config, folder, run } = await prepared(t, { iterations: 1 })
  const file = join(folder, 'mine.ts')
  await writeFile(file, `const name: string = 'filed'\nexport default { name, advantages: () => [[NaN]] }\n`)
  const filed = { ...config, feedback: { ...rlanythingConfig(config).feedback, formulation: file } }
  await t.throwsAsync(eventsOf(trainRun({ config: filed, directory: run('a') })), {
    message: /advantages of the formulation filed must give \d+ values at 0, got 1/,
  })
  t.is((await readRunDirectory(run('a'))).formulation, 'filed')
  t.deepEqual(await readMetrics(run('a')), [])
  await t.throwsAsync(eventsOf(trainRun({ config: filed, directory: run('b'), formulation: mine })), {
    instanceOf: RangeError,
    message: /feedback.formulation is .*mine.ts, and a formulation mine was given as well/,
  })
  const none = { ...config, feedback: { ...rlanythingConfig(config).feedback, formulation: join(folder, 'none.ts') } }
  await t.throwsAsync(eventsOf(trainRun({ config: none, directory: run('c') })), {
    instanceOf: RangeError,
    message: /the formulation .*none.ts cannot be loaded/,
  })
})

test.serial(
  'an object that is no formulation is refused by name before there is a folder, also when a run resumes',
  async t => {
    const { config, run } = await prepared(t, { iterations: 1 })
    const misspelt: object = { name: 'b', stepRewrad: () => 1 }
    const refusal = {
      instanceOf: RangeError,
      message: /stepRewrad is no part of a formulation; there are name, .*did you mean stepReward\?/,
    }
    await t.throwsAsync(eventsOf(trainRun({ config, directory: run('a'), formulation: misspelt })), refusal)
    const nameless: object = { stepReward: () => 1 }
    await t.throwsAsync(eventsOf(trainRun({ config, directory: run('a'), formulation: nameless })), {
      message: /name must be a non-empty text, got undefined/,
    })
    t.false(existsSync(run('a')))
    await eventsOf(trainRun({ config, directory: run('a'), formulation: mine }))
    await t.throwsAsync(eventsOf(resumeRun({ directory: run('a'), formulation: misspelt })), refusal)
  },
)
