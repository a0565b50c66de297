import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import test from 'ava'
import { ConfigError } from '../../../src/config/checked.ts'
import { loadRunConfig } from '../../../src/config/preset.ts'
import { parseExperimentPlan } from '../../../src/experiment/plan/experiment-plan.ts'
import { plannedRuns, type PlannedRun } from '../../../src/experiment/plan/planned-runs.ts'
import { plannedStarters } from '../../../src/experiment/plan/planned-starters.ts'
import { readPlan } from '../../../src/experiment/plan/read-plan.ts'

/** Settings of arms, by name. */
const changes: Readonly<Record<string, object>> = {
  plain: {},
  high: { feedback: { lambda: 1 } },
  oracle: { feedback: { source: 'oracle' } },
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
    measures: ['accepted'],
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

test('starters are made for what the judges of their arms read, which must be the same', async t => {
  const starters = { mine: {} }
  const judging = (view: string) => ({
    about: view,
    starters: 'mine',
    settings: { rewardModel: { view, train: false } },
  })
  const [mine] = await plannedStarters(planOf([], [5], { arms: { one: judging('step') }, starters }), {
    directory: 'x',
  })
  t.like(mine?.config.rewardModel, { view: 'step', train: true })
  const both = { one: judging('step'), two: judging('history') }
  await t.throwsAsync(plannedStarters(planOf([], [5], { arms: both, starters }), { directory: 'x' }), {
    instanceOf: ConfigError,
    message:
      /^starters\.mine are made for the rewardModel\.view of their arms, and one and two have different ones: give each/,
  })
})

test('every plan of the package stands for runs', async t => {
  const counts: Record<string, number> = {}
  for (const world of ['household', 'coding', 'desk']) {
    const names = (await readdir(join('experiments', world))).filter(name => name.endsWith('.json'))
    for (const name of names.sort()) {
      const plan = await readPlan(join('experiments', world, name))
      const runs = await plannedRuns(plan, { directory: 'x' })
      await plannedStarters(plan, { directory: 'x' })
      t.true(plan.world === world || plan.world === resolve('experiments', world, 'command-labels.js'), name)
      t.is(plan.seeds.length, name === 'settings.json' ? 1 : world === 'desk' ? 3 : 5, name)
      t.is(new Set(runs.map(run => run.name)).size, runs.length)
      counts[`${world}/${name}`] = runs.length
    }
  }
  t.deepEqual(counts, {
    'household/acceptance.json': 15,
    'household/command-labels.json': 15,
    'household/default.json': 15,
    'household/few-tasks.json': 10,
    'household/full-weight.json': 10,
    'household/horizon.json': 20,
    'household/judge-start.json': 30,
    'household/judge-view.json': 15,
    'household/ladder-default.json': 35,
    'household/ladder.json': 35,
    'household/lambda.json': 25,
    'household/settings.json': 16,
    'household/sure-votes.json': 10,
    'coding/horizon.json': 20,
    'coding/judge-start.json': 30,
    'coding/ladder.json': 25,
    'desk/learning.json': 9,
    'desk/long-tasks.json': 15,
    'desk/long.json': 9,
  })
})
