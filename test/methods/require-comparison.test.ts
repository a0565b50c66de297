/** Settings, each in range, that together leave nothing to train on. */
import test from 'ava'
import fc from 'fast-check'
import { rlanythingConfig } from '../../src/methods/rlanything/settings.ts'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { loadMethod } from '../../src/methods/registry/registry.ts'
import { outcomeCredit } from '../../src/learning/group-credit.ts'
import { policySamples } from '../../src/learning/samples.ts'
import { noVersions } from '../../src/learning/staleness.ts'
import { outcomesCompared, requireComparison } from '../../src/methods/kit/require-comparison.ts'
import { requireSignal } from '../../src/methods/rlanything/caveats.ts'
import { loadWorld } from '../../src/rollout/load-world.ts'
import { environmentSource } from '../../src/config/environment-source.ts'
import { madeUpGroup } from './made-up-group.ts'

const configOf = (given: object) => rlanythingConfig(parseRunConfig(given))
const shares = fc.constantFrom(0, 0.1, 0.2, 0.25, 1 / 3, 0.5, 0.55, 0.75, 0.8, 1)

test('a run is refused exactly if no group that can come teaches the policy anything', t => {
  fc.assert(
    fc.property(
      ...[fc.integer({ min: 1, max: 9 }), fc.tuple(shares, shares), fc.constantFrom('exclusive', 'inclusive')],
      (episodes, [one, other], filterEdges) => {
        const filter = [Math.min(one, other), Math.max(one, other)]
        const config = configOf({ tasks: { episodes }, policy: { filter, filterEdges } })
        const compared = outcomesCompared('grpo', config.policy)
        const teaches = Array.from({ length: episodes + 1 }, (_, won) => {
          const group = madeUpGroup(
            Array.from({ length: episodes }, (_, index) => ({ won: index < won, rewards: [undefined] })),
          )
          const { packed } = policySamples([{ group, credit: outcomeCredit(group) }], compared.band, {
            trainings: noVersions,
          })
          return packed.length > 0
        })
        if (teaches.includes(true)) t.notThrows(() => requireComparison(config, compared))
        else t.throws(() => requireComparison(config, compared), { instanceOf: RangeError })
      },
    ),
  )
})

const worlds: Readonly<Record<string, string>> = { rlve: 'puzzles', spark: 'puzzles', 'at-grpo': 'teams' }

for (const method of ['rlanything', 'grpo', 'rlve', 'rloop', 'at-grpo', 'ragen', 'istar', 'spark'])
  test(`${method} refuses groups of one episode, which are compared with nothing`, async t => {
    const own = method === 'at-grpo' ? { methodOptions: { groups: 'trajectory' } } : {}
    const environment = { name: worlds[method] ?? 'household' }
    const config = parseRunConfig({ method, ...own, environment, tasks: { episodes: 1 } })
    const world = await loadWorld(environmentSource(config.environment))
    const prepared = (await loadMethod(method)).prepare({ config, world, formulation: undefined })
    await t.throwsAsync(prepared, {
      instanceOf: RangeError,
      message: `tasks.episodes must be at least 2 for the method ${method}, which compares the episodes of a task, got 1: it would train on nothing`,
    })
  })

test('groups of one are no fault where candidates of a turn are compared, or by a critic', async t => {
  for (const [method, methodOptions] of [
    ['at-grpo', { groups: 'tree' }],
    ['ragen', { advantage: 'bi-level' }],
    ['ragen', { normalise: 'none' }],
  ] as const) {
    const name = method === 'at-grpo' ? 'teams' : 'household'
    const config = parseRunConfig({ method, methodOptions, environment: { name }, tasks: { episodes: 1 } })
    const world = await loadWorld(environmentSource(config.environment))
    await t.notThrowsAsync((await loadMethod(method)).prepare({ config, world, formulation: undefined }))
  }
})

test('the reward model needs groups inside its filter, and votes that can differ', t => {
  const refusal = (changes: object) => {
    const config = configOf(changes)
    return t.throws(() => requireSignal({ config, formulation: undefined }), { instanceOf: RangeError }).message
  }
  t.regex(
    refusal({ rewardModel: { filter: [0.51, 0.6] } }),
    /^rewardModel\.filter must .* got \[0\.51, 0\.6\], inclusive/,
  )
  t.regex(refusal({ policy: { filter: [0.51, 0.6] } }), /^policy\.filter must .* tasks\.episodes 8 /)
  t.regex(refusal({ rewardModel: { votes: 1, group: 'step' } }), /^rewardModel\.votes must be at least 2 /)
  for (const rewardModel of [{ votes: 1, group: 'task' }, { votes: 1, train: false }, {}])
    t.notThrows(() => requireSignal({ config: configOf({ rewardModel }), formulation: undefined }))
})
