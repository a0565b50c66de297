/** What is no formulation is refused by the part that is wrong, by training and by a check alike. */
import test from 'ava'
import { paper } from '../../../../src/methods/rlanything/formulation/paper.ts'
import { parseFormulation } from '../../../../src/methods/rlanything/formulation/parse-formulation.ts'
import { shippedFormulations } from '../../../../src/methods/rlanything/formulation/shipped/index.ts'
import { parseRunConfig } from '../../../../src/methods/registry/run-config.ts'
import { completeFormulation } from '../../../../src/methods/rlanything/run-formulation.ts'

const parse = (value: unknown) => parseFormulation('mine', value)

test('every shipped formulation is one, with the parts that it has', t => {
  for (const formulation of Object.values(shippedFormulations))
    t.deepEqual(Object.keys(parse(formulation)).toSorted(), Object.keys(formulation).toSorted())
})

const refused: readonly (readonly [unknown, RegExp])[] = [
  [null, /^mine must export a formulation as its default, got null$/],
  [
    { name: 'b', stepRewrad: () => 1 },
    /^mine: stepRewrad is no part of a formulation; there are name, stepReward, .*claims; did you mean stepReward\?$/,
  ],
  [{ name: 'b', xyz: 1 }, /^mine: xyz is no part of a formulation; there are [^;]*$/],
  [{ stepReward: () => 1 }, /^mine: name must be a non-empty text, got undefined$/],
  [{ name: 'b', accepts: 0.5 }, /^mine: accepts must be a function, got 0.5$/],
  [{ name: 'b', objective: 'clipped' }, /^mine: objective must be an object, got "clipped"$/],
  [
    { name: 'b', objective: { kind: 'ppo' } },
    /^mine: objective.kind must be one of clipped, cross-entropy, module, got "ppo"$/,
  ],
  [
    { name: 'b', objective: { kind: 'clipped', clip: 0, klWeight: 0 } },
    /^mine: objective.clip must be a number above 0, got 0$/,
  ],
  [
    { name: 'b', objective: { kind: 'clipped', clip: 0.2, klweight: 0 } },
    /klweight is no part of an objective of kind clipped; .*did you mean klWeight\?/,
  ],
  [
    { name: 'b', claims: { rewardRnage: [0, 1] } },
    /^mine: claims: rewardRnage is no part of the claims of a formulation; .*did you mean rewardRange\?$/,
  ],
  [
    { name: 'b', claims: { rewardRange: [1, 0] } },
    /^mine: claims.rewardRange must be \[low, high\] with low <= high, got \[1,0\]$/,
  ],
  [
    { name: 'b', claims: { policy: { over: 'task', unit: true } } },
    /claims.policy must be .*step-index.*got \{"over":"task"/,
  ],
  [{ name: 'b', claims: { outcome: 'last' } }, /claims.outcome must be 'last-step' or 'shared', got "last"$/],
  [{ name: 'b', claims: { overTokens: true } }, /claims.overTokens must be 'mean' or 'sum', got true$/],
]

for (const [index, [value, message]] of refused.entries())
  test(`refused by name, ${index}: ${message.source}`, t => {
    t.throws(() => parse(value), { instanceOf: RangeError, message })
  })

test('a part that is left undefined is left out, and a class keeps its own', t => {
  t.deepEqual(Object.keys(parse({ name: 'b', stepReward: undefined, claims: undefined })), ['name'])
  class Mine {
    readonly name = 'mine'
    readonly #weight = 3
    accepts() {
      return this.#weight === 3
    }
  }
  t.true(parse(new Mine()).accepts?.({} as never))
  class Misspelt {
    readonly name = 'mine'
    accept() {
      return true
    }
  }
  t.throws(() => parse(new Misspelt()), { message: /accept is no part of a formulation.*did you mean accepts\?/ })
})

test('what it has no part for is what the configuration says', async t => {
  const mine = { name: 'mine', advantages: paper().advantages }
  const config = parseRunConfig({ policy: { clip: 0.3 }, rewardModel: { klWeight: 0.5 } })
  const whole = await completeFormulation(mine, config)
  t.deepEqual(whole.given, ['advantages'])
  t.deepEqual(whole.claims, {
    ...{ lambda: 0.3, soft: true, rewardRange: [-1.3, 1.3], overTokens: 'mean' },
    votes: { over: 'step-index' },
  })
  t.deepEqual(whole.objectives, {
    policy: { kind: 'clipped', clip: 0.3, klWeight: 0.01 },
    rewardModel: { kind: 'clipped', clip: 0.2, klWeight: 0.5 },
  })
  const won = { outcome: 1, score: 1, votes: [[1]], anchorObservations: ['hall'] } as const
  t.is(whole.stepReward(won, 0, { iteration: 1, iterations: 1 }), 1.3)
  const change = {
    direction: 'easier',
    current: { successes: 1, trials: 8 },
    proposed: { successes: 2, trials: 8 },
    band: { low: 0.2, high: 0.8 },
  } as const
  t.true(whole.accepts(change))
  t.false((await completeFormulation(mine, parseRunConfig({ adaptation: { rule: 'sound' } }))).accepts(change))
})

test('a world whose reward model writes tests has the formulas of programs', async t => {
  const coding = parseRunConfig({ environment: { name: 'coding' } })
  const { claims, stepReward } = await completeFormulation({ name: 'mine', accepts: () => false }, coding)
  t.is(claims.writes, 'tests')
  const lost = { outcome: -1, score: 0.25, votes: [[0]], anchorObservations: [''] } as const
  t.is(stepReward(lost, 0, { iteration: 1, iterations: 1 }), 0.25)
})
