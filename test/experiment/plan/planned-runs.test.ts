import { readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import fc from 'fast-check'
import test from 'ava'
import { rlanythingConfig } from '../../../src/methods/rlanything/settings.ts'
import { ConfigError } from '../../../src/config/config-error.ts'
import { loadRunConfig } from '../../../src/methods/registry/run-config.ts'
import { parseExperimentPlan } from '../../../src/experiment/plan/experiment-plan.ts'
import { plannedRuns, type PlannedRun } from '../../../src/experiment/plan/planned-runs.ts'
import { plannedStarters } from '../../../src/experiment/plan/planned-starters.ts'
import { readPlan } from '../../../src/experiment/plan/read-plan.ts'

/** Settings of arms, by name. */
const changes: Readonly<Record<string, object>> = {
  plain: {},
  high: { feedback: { lambda: 1 } },
  expert: { feedback: { source: 'expert' } },
  still: { adaptation: { enabled: false }, engine: { threads: 3 } },
}

const planOf = (arms: readonly string[], seeds: readonly number[], more: object = {}) =>
  parseExperimentPlan({
    title: 'Arms',
    question: 'Which?',
    world: 'household',
    settings: { iterations: 5, feedback: { lambda: 0.1 } },
    seeds,
    arms: Object.fromEntries(arms.map(name => [name, { about: name, settings: changes[name] }])),
    measures: ['tasks.acceptedInAll'],
    ...more,
  })

const byName = (runs: readonly PlannedRun[]): readonly PlannedRun[] =>
  [...runs].sort((a, b) => (a.name < b.name ? -1 : 1))

test('a plan stands for the same runs in whatever order its arms and seeds are, and each is the same whatever else there is', async t => {
  const all = await plannedRuns(planOf(Object.keys(changes), [1, 2, 3]), { directory: 'x' })
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(Object.keys(changes), { minLength: 1 }),
      fc.shuffledSubarray([1, 2, 3], { minLength: 1 }),
      async (arms, seeds) => {
        const runs = await plannedRuns(planOf(arms, seeds), { directory: 'x' })
        const expected = all.filter(({ arm, seed }) => arms.includes(arm) && seeds.includes(seed))
        t.deepEqual(byName(runs), byName(expected))
      },
    ),
    { numRuns: 20 },
  )
})

test('a run has the settings of its arm over those of the plan over the preset of the world, and its seed', async t => {
  const plan = planOf(['high'], [7], { preset: 'long', settings: { evaluation: { tasks: 9 } } })
  const [run] = await plannedRuns(plan, { directory: 'there' })
  const environment = { name: 'household' }
  const config = await loadRunConfig(
    { environment, evaluation: { tasks: 9 }, feedback: { lambda: 1 }, seed: 7 },
    'long',
  )
  t.deepEqual(run, { name: 'high-7', arm: 'high', seed: 7, directory: 'there/runs/high-7', config, starters: null })
  t.is(config.iterations, 240)
})

test('runs at a time share the threads of the engine, where the plan does not say how many', async t => {
  const threads = async (jobs: number) =>
    (await plannedRuns(planOf(['plain', 'still'], [1]), { directory: 'x', jobs })).map(run => run.config.engine.threads)
  t.deepEqual(await threads(1), [2, 3])
  t.deepEqual(await threads(2), [1, 3])
  t.deepEqual(await threads(9), [1, 3])
})

test('on workers each run has all threads of the engine, as with one job here, unless its actors alone are there', async t => {
  const placed = { placed: { about: 'x', settings: { placement: { environment: {} } } } }
  const plan = planOf(['plain', 'still'], [1], { arms: { ...planOf(['plain', 'still'], [1]).arms, ...placed } })
  const runs = await plannedRuns(plan, { directory: 'x', jobs: 2, onWorkers: true })
  t.deepEqual(
    runs.map(({ arm, config }) => [arm, config.engine.threads]),
    [
      ['plain', 2],
      ['still', 3],
      ['placed', 1],
    ],
  )
})

test('an arm starts from the starters that it names, and settings that are refused name it', async t => {
  const starters = { weak: { rewardModel: { batches: 3 } } }
  const arms = { plain: { about: 'x' }, weak: { about: 'x', starters: 'weak' } }
  const [plain, weak] = await plannedRuns(planOf([], [1], { arms, starters }), { directory: 'x' })
  t.deepEqual(plain?.config.starters, { policy: null, rewardModel: null })
  t.deepEqual(weak?.config.starters, {
    policy: resolve('x/starters/weak/policy'),
    rewardModel: resolve('x/starters/weak/reward-model'),
  })
  const refused = (more: object, message: RegExp) =>
    t.throwsAsync(
      async () => {
        await plannedRuns(planOf([], [1], { arms, starters, ...more }), { directory: 'x' })
        await plannedStarters(planOf([], [1], { arms, starters, ...more }), { directory: 'x' })
      },
      { instanceOf: ConfigError, message },
    )
  await refused(
    { arms: { ...arms, odd: { about: 'x', settings: { policy: { clip: 3 } } } } },
    /^the settings of the arm odd: policy\.clip must be a number in \(0, 1\], got 3$/,
  )
  await refused({ settings: { lambda: 1 } }, /^the settings of the arm plain: lambda is not a key of the configuration/)
  await refused({ preset: 'lang' }, /preset of household must be long, got "lang"; did you mean long\?$/)
  await refused(
    { starters: { weak: { rewardModel: { batches: 0 } } } },
    /^starters\.weak: rewardModel\.batches must be an integer/,
  )
  /* The default by its value. */
  const same = { plain: { about: 'x' }, usual: { about: 'x', settings: { policy: { clip: 0.2 } } } }
  const measure = 'tasks.acceptedInAll'
  const comparisons = [{ claim: 'x', arm: 'usual', against: 'plain', measure }]
  await refused(
    { arms: same, starters: {}, comparisons },
    /^comparisons\.0: usual and plain have the same settings: there is nothing to compare$/,
  )
  await refused(
    { measures: ['success unseen 0.5'] },
    /^the settings of the arm plain do not measure success unseen 0\.5: evaluation\.temperatures lacks 0\.5/,
  )
})

test('starters are made in the world of the arms that name them, which must be the same one', async t => {
  const large = { environment: { options: { receptacles: 8 } } }
  const starters = { wide: { model: { max_position_embeddings: 1024 } } }
  const arms = { one: { about: 'x', starters: 'wide', settings: { ...large, feedback: { lambda: 1 } } } }
  const plan = planOf([], [5], { arms, starters })
  const [wide] = await plannedStarters(plan, { directory: 'x', jobs: 2 })
  t.like(wide, {
    name: 'wide',
    folder: resolve('x/starters/wide'),
    arms: ['one'],
    config: { seed: 1, environment: large.environment, feedback: { lambda: 0.1 }, engine: { threads: 1 } },
    recipe: { model: { max_position_embeddings: 1024 }, policy: { batches: 520 } },
  })
  const both = { ...arms, two: { about: 'x', starters: 'wide' } }
  await t.throwsAsync(plannedStarters(planOf([], [5], { arms: both, starters }), { directory: 'x' }), {
    instanceOf: ConfigError,
    message: /^starters\.wide are made in the world of their arms, and one and two have different ones/,
  })
})

test('starters are made for what the reward models of their arms read, which must be the same', async t => {
  const starters = { mine: {} }
  const reading = (view: string) => ({
    about: view,
    starters: 'mine',
    settings: { rewardModel: { view, train: false } },
  })
  const [mine] = await plannedStarters(planOf([], [5], { arms: { one: reading('step') }, starters }), {
    directory: 'x',
  })
  t.like(rlanythingConfig(mine!.config).rewardModel, { view: 'step', train: true })
  const both = { one: reading('step'), two: reading('history') }
  await t.throwsAsync(plannedStarters(planOf([], [5], { arms: both, starters }), { directory: 'x' }), {
    instanceOf: ConfigError,
    message:
      /^starters\.mine are made for the rewardModel\.view of their arms, and one and two have different ones: give each/,
  })
})

test('every plan of the package stands for runs, whose comparisons can be made', async t => {
  const arms: Record<string, readonly [arms: number, seeds: number]> = {}
  const folders = (await readdir('experiments')).sort()
  for (const folder of folders) {
    const names = (await readdir(join('experiments', folder))).filter(name => name.endsWith('.json'))
    for (const name of names.sort()) {
      const plan = await readPlan(join('experiments', folder, name))
      const runs = await plannedRuns(plan, { directory: 'x' })
      await plannedStarters(plan, { directory: 'x' })
      const worlds = [folder, basename(name, '.json'), ...ownWorlds.map(file => resolve('experiments', folder, file))]
      t.true(worlds.includes(plan.world), `${folder}/${name}`)
      const [armCount, seeds] = [Object.keys(plan.arms).length, plan.seeds.length]
      t.is(new Set(runs.map(run => run.name)).size, armCount * seeds)
      arms[`${folder}/${name}`] = [armCount, seeds]
    }
  }
  t.deepEqual(arms, {
    'coding/horizon.json': [4, 5],
    'coding/reward-model-start.json': [6, 5],
    'coding/ladder.json': [5, 5],
    'desk/learning.json': [3, 3],
    'desk/long-tasks.json': [5, 3],
    'desk/long.json': [3, 3],
    'grids/bandit.json': [4, 5],
    'grids/collapse.json': [3, 5],
    'grids/step-rewards-slow.json': [3, 6],
    'grids/step-rewards.json': [4, 6],
    'household/acceptance.json': [3, 5],
    'household/approval.json': [5, 5],
    'household/asynchronous.json': [3, 5],
    'household/command-labels.json': [3, 5],
    'household/default.json': [3, 5],
    'household/few-tasks.json': [2, 5],
    'household/full-weight.json': [2, 5],
    'household/horizon.json': [4, 5],
    'household/reward-model-training.json': [11, 5],
    'household/reward-model-start.json': [6, 5],
    'household/reward-model-view.json': [3, 5],
    'household/ladder-default.json': [7, 5],
    'household/ladder.json': [7, 5],
    'household/lambda.json': [5, 5],
    'household/settings.json': [16, 1],
    'household/sure-votes.json': [2, 5],
    'methods/coding.json': [8, 3],
    'methods/grids.json': [7, 3],
    'methods/household.json': [7, 3],
    'methods/puzzles.json': [10, 3],
    'puzzles/brier.json': [3, 5],
    'puzzles/language-model.json': [3, 3],
    'puzzles/rloop.json': [4, 5],
    'puzzles/rlve-control.json': [1, 5],
    'puzzles/rlve-families.json': [2, 5],
    'puzzles/rlve.json': [4, 5],
    'puzzles/spark.json': [4, 5],
    'puzzles/starters.json': [4, 5],
    'puzzles/warmup.json': [5, 5],
    'teams/groups.json': [6, 3],
    'teams/open-fields.json': [4, 5],
  })
})

/** Worlds that stand beside the plans that need them. */
const ownWorlds = ['command-labels.js', 'shuffled.js', 'slow-household.js']

test('comparisons that the runs would not allow are refused before anything is run', async t => {
  const of = (settings: object, measure = 'success unseen 0') =>
    plannedRuns(
      planOf([], [1], {
        arms: { plain: { about: 'x' }, other: { about: 'x', settings } },
        measures: [measure],
        comparisons: [{ claim: 'x', arm: 'other', against: 'plain', measure }],
      }),
      { directory: 'x' },
    )
  const refused = (settings: object, measure: string, message: RegExp) =>
    t.throwsAsync(of(settings, measure), { instanceOf: ConfigError, message })
  await refused(
    { iterations: 7, evaluation: { every: 3 } },
    'success unseen 0',
    /^comparisons\.0: other and plain are never measured after the same iteration: other after 3, 6, 7, plain after 5$/,
  )
  await refused(
    { evaluation: { tasks: 7 } },
    'success unseen 0',
    /^comparisons\.0: other and plain cannot be compared: evaluation\.tasks is 7 and \d+$/,
  )
  const large = { environment: { options: { receptacles: 8 } } }
  await refused(large, 'success', /^comparisons\.0: .*environment\.options is \{.*"receptacles":8/)
  await t.notThrowsAsync(of(large), 'held-out tasks may be the same; runs will tell')
  await t.notThrowsAsync(of({ iterations: 15, evaluation: { every: 5 } }))
})
