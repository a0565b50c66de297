import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import test from 'ava'
import { z } from 'zod'
import { ConfigError } from '../../../src/config/config-error.ts'
import { parseExperimentPlan } from '../../../src/experiment/plan/experiment-plan.ts'
import { readPlan } from '../../../src/experiment/plan/read-plan.ts'
import { nth } from '../../../src/math/nth.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

/** A plan of two arms, as it is written. */
const plan = {
  title: 'Two arms',
  question: 'Is one better?',
  world: 'household',
  seeds: [1, 2],
  arms: { plain: { about: 'as it is' }, changed: { about: 'otherwise', settings: { feedback: { lambda: 1 } } } },
  measures: ['success unseen 0.8'],
  comparisons: [{ claim: 'It is.', arm: 'changed', against: 'plain', measure: 'success unseen 0.8' }],
}

const changed = (change: (tree: typeof plan & Record<string, unknown>) => void): unknown => {
  const copy = structuredClone(plan) as typeof plan & Record<string, unknown>
  change(copy)
  return copy
}

test('what a plan leaves out has defaults', t => {
  const { $schema, ...parsed } = { $schema: undefined, ...parseExperimentPlan({ $schema: './x.json', ...plan }) }
  t.is($schema, undefined)
  t.deepEqual(parsed, {
    ...plan,
    preset: null,
    comparisons: plan.comparisons.map(comparison => ({ ...comparison, margin: 0 })),
    settings: {},
    starters: {},
    arms: {
      plain: { about: 'as it is', settings: {}, starters: null },
      changed: { about: 'otherwise', settings: { feedback: { lambda: 1 } }, starters: null },
    },
  })
})

const refusals: readonly (readonly [what: string, value: unknown, message: RegExp])[] = [
  ['no object', [], /^the plan must be an object, got \[\]$/],
  [
    'a key that is missing',
    changed(p => Reflect.deleteProperty(p, 'title')),
    /^title must be a non-empty text, but it is missing$/,
  ],
  ['an unknown key', changed(p => void (p['seed'] = 3)), /^seed is not a key of the plan; did you mean seeds\?$/],
  [
    'an unknown key of an arm',
    changed(p => void Object.assign(p.arms.plain, { setings: {} })),
    /^arms\.plain\.setings is not a key of the plan; did you mean arms\.plain\.settings\?/,
  ],
  [
    'a wrong value in an arm',
    changed(p => void Object.assign(p.arms.plain, { about: 3 })),
    /^arms\.plain\.about must be a non-empty text, got 3$/,
  ],
  [
    'seeds that are none',
    changed(p => void (p.seeds = [1, -2])),
    /^seeds\.1 must be an integer of at least 0, got -2$/,
  ],
  ['a seed twice', changed(p => void (p.seeds = [1, 1])), /^seeds must name each seed once, got \[1,1\]$/],
  [
    'no seed',
    changed(p => void (p.seeds = [])),
    /^seeds must be a list of an integer of at least 0, at least 1 long, got \[\]$/,
  ],
  [
    'no arms',
    changed(p => void Object.assign(p, { arms: {}, comparisons: [] })),
    /^arms must have at least one arm, got \{\}$/,
  ],
  [
    'an unknown arm',
    changed(p => void (nth(p.comparisons, 0).arm = 'chnged')),
    /^comparisons\.0\.arm must be an arm of the plan \(plain, changed\), got "chnged"; did you mean changed\?$/,
  ],
  [
    'an unknown arm against',
    changed(p => void (nth(p.comparisons, 0).against = 'x')),
    /^comparisons\.0\.against must be an arm of the plan \(plain, changed\), got "x"$/,
  ],
  [
    'an arm against itself',
    changed(p => void (nth(p.comparisons, 0).against = 'changed')),
    /^comparisons\.0\.against must be another arm than changed$/,
  ],
  [
    'an unknown measure',
    changed(p => void (nth(p.comparisons, 0).measure = 'accepted')),
    /^comparisons\.0\.measure must be one of the measures of the plan \(success unseen 0\.8\), got "accepted"$/,
  ],
  [
    'a name that is no folder',
    changed(p => void Object.assign(p.arms, { '../x': { about: 'x' } })),
    /^arms\.\.\.\/x: a name must have letters, digits, dots, - and _ alone/,
  ],
  [
    'a seed in settings',
    changed(p => void (p['settings'] = { seed: 3 })),
    /^settings\.seed is set by the seeds of the plan$/,
  ],
  [
    'a world in settings of an arm',
    changed(p => void Object.assign(p.arms.plain, { settings: { environment: { name: 'coding' } } })),
    /^arms\.plain\.settings\.environment\.name is set by the world of the plan$/,
  ],
  [
    'unknown starters',
    changed(p => void Object.assign(p.arms.plain, { starters: 'weak' })),
    /^arms\.plain\.starters must be one of the starters of the plan \(there are none\), got "weak"$/,
  ],
  [
    'starters that no arm names',
    changed(p => void (p['starters'] = { weak: {} })),
    /^starters\.weak must be named by an arm \(its key starters\), and none names it$/,
  ],
]
for (const [what, value, message] of refusals) {
  test(`refused by its path: ${what}`, t => {
    t.throws(() => parseExperimentPlan(value), { instanceOf: ConfigError, message })
  })
}

test('several problems are told at once', t => {
  const value = changed(p => void Object.assign(nth(p.comparisons, 0), { arm: 'x', measure: 'y' }))
  t.throws(() => parseExperimentPlan(value), {
    message: /^the plan has 2 problems:\n {2}comparisons\.0\.arm .*\n {2}comparisons/,
  })
})

test('the shipped schema of plans accepts the plan of the ladder, and refuses what a plan refuses', async t => {
  const validator = z.fromJSONSchema(JSON.parse(await readFile('experiment.schema.json', 'utf8')))
  const accepts = (value: unknown): boolean => validator.safeParse(value).success
  t.true(accepts(plan))
  t.true(accepts(JSON.parse(await readFile('experiments/household/ladder.json', 'utf8'))))
  t.false(accepts(changed(p => void (p['settings'] = { sed: 3 }))))
  t.false(accepts(changed(p => void Object.assign(p.arms.plain, { settings: { policy: { clip: 3 } } }))))
  t.false(accepts(changed(p => void (p['starters'] = { weak: { rewardModel: { batches: 0 } } }))))
  t.false(accepts(changed(p => void (p['seed'] = 3))))
  t.is((await readPlan('experiments/household/ladder.json')).seeds.length, 5)
})

test('a plan may begin with a byte order mark, and have line ends of Windows', async t => {
  const file = join(await temporaryFolder(t), 'plan.json')
  await writeFile(file, JSON.stringify(plan, null, 2))
  const wanted = await readPlan(file)
  await writeFile(file, `\uFEFF${JSON.stringify(plan, null, 2).replaceAll('\n', '\r\n')}`)
  t.deepEqual(await readPlan(file), wanted)
})

test('every path in a plan is relative to its file', async t => {
  const file = join(await temporaryFolder(t), 'plan.json')
  const service = { url: 'http://127.0.0.1:1', tokenizer: './it' }
  const settings = {
    method: './it',
    tasks: { file: './it' },
    engine: { openai: { ...service, model: 'served' } },
    policy: { objective: { module: './it' } },
    rewardModel: { service, gold: { service } },
    adaptation: { service },
    methodOptions: { clip: './it', offline: { data: './it' } },
  }
  const starters = { own: { base: './it', rewardModel: { batches: 1 } } }
  const arms = { plain: { about: 'as it is', settings, starters: 'own' }, changed: plan.arms.changed }
  await writeFile(file, JSON.stringify({ ...plan, world: './it', settings, starters, arms }))
  const placed = JSON.stringify(await readPlan(file))
  t.false(placed.includes('"./it"'), placed)
  t.is(placed.split(JSON.stringify(join(dirname(file), 'it'))).length, 1 + 1 + 2 * 9 + 1)
})
