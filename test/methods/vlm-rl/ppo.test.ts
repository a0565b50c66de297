/** PPO: advantages and gradients against sums and differences, worked numbers, and learning on a world of one step. */
import test from 'ava'
import fc from 'fast-check'
import { endings } from '../../../src/contracts/worlds/vector-world.ts'
import { lookUp } from '../../../src/math/look-up.ts'
import { nth } from '../../../src/math/nth.ts'
import { derive, randomFrom, rootKey } from '../../../src/math/random.ts'
import { stepAdvantagesOf } from '../../../src/methods/control/advantages.ts'
import { rowKeys, rowsAt } from '../../../src/methods/control/rows.ts'
import { ppoLoss, ppoUpdate } from '../../../src/methods/vlm-rl/ppo.ts'
import { vlmRlSettings } from '../../../src/methods/vlm-rl/settings.ts'
import { squashedActions } from '../../../src/methods/vlm-rl/squashed-normal.ts'
import { takenActions } from '../../../src/methods/vlm-rl/taken-actions.ts'
import { plainHandle } from './plain-handle.ts'

const near = (a: number, b: number, by = 1e-4): boolean => Math.abs(a - b) <= by * (1 + Math.abs(b))
const number = fc.float({ min: -3, max: 3, noNaN: true })
const share = fc.double({ min: 0, max: 1, noNaN: true })

const step = fc.record({
  ...{ reward: number, value: number, nextValue: number },
  ending: fc.constantFrom(endings.none, endings.none, endings.terminal, endings.truncated),
})

/** Several worlds of as many steps each. */
const played = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 6 })).chain(([worlds, steps]) =>
  fc.array(step, { minLength: worlds * steps, maxLength: worlds * steps }).map(all => ({
    steps,
    rewards: Float32Array.from(all, ({ reward }) => reward),
    endings: Uint8Array.from(all, ({ ending }) => ending),
    values: Float32Array.from(all, ({ value }) => value),
    nextValues: Float32Array.from(all, ({ nextValue }) => nextValue),
  })),
)

type Played = typeof played extends fc.Arbitrary<infer Found> ? Found : never

/** The last row of the episode, or of what was played of it. */
function lastRow({ steps, endings: ending }: Played, row: number): number {
  const world = Math.floor(row / steps)
  const ended = ending.findIndex((value, place) => place >= row && value !== endings.none)
  return Math.min(ended < 0 ? Infinity : ended, (world + 1) * steps - 1)
}

/** r + γ V(s′) − V(s), without V(s′) where the episode ended for good. */
function oneStepError({ rewards, endings: ending, values, nextValues }: Played, row: number, discount: number): number {
  const after = ending[row] === endings.terminal ? 0 : discount * (nextValues[row] ?? 0)
  return (rewards[row] ?? 0) + after - (values[row] ?? 0)
}

test('advantages are sums of the errors that follow in the episode, each weighted by (γ λ)ᵏ', t => {
  fc.assert(
    fc.property(played, share, share, (rows, discount, gaeWeight) => {
      const found = stepAdvantagesOf(rows, rows, { discount, gaeWeight })
      for (const [row, advantage] of found.entries()) {
        let wanted = 0
        for (let at = row; at <= lastRow(rows, row); at += 1)
          wanted += (discount * gaeWeight) ** (at - row) * oneStepError(rows, at, discount)
        t.true(near(advantage, wanted), `${row}: ${advantage}, ${wanted}`)
      }
    }),
  )
})

test('λ = 0 leaves the error of one step', t => {
  fc.assert(
    fc.property(played, share, (rows, discount) => {
      const found = stepAdvantagesOf(rows, rows, { discount, gaeWeight: 0 })
      t.true(found.every((advantage, row) => near(advantage, oneStepError(rows, row, discount))))
    }),
  )
})

test('λ = 1 gives the discounted return, with the value of a state that is cut off, less the value', t => {
  fc.assert(
    fc.property(played, share, (given, discount) => {
      /* Where an episode goes on, a step leads to the next one. */
      const nextValues = given.nextValues.map((value, row) =>
        lastRow(given, row) === row ? value : (given.values[row + 1] ?? 0),
      )
      const rows = { ...given, nextValues }
      const found = stepAdvantagesOf(rows, rows, { discount, gaeWeight: 1 })
      for (const [row, advantage] of found.entries()) {
        const last = lastRow(rows, row)
        const after = rows.endings[last] === endings.terminal ? 0 : (nextValues[last] ?? 0)
        let wanted = after * discount ** (last + 1 - row) - (rows.values[row] ?? 0)
        for (let at = row; at <= last; at += 1) wanted += discount ** (at - row) * (rows.rewards[at] ?? 0)
        t.true(near(advantage, wanted), `${row}: ${advantage}, ${wanted}`)
      }
    }),
  )
})

test('advantages of two worlds, worked by hand', t => {
  const rows = {
    ...{ steps: 2, rewards: Float32Array.of(1, 2, 3, -4) },
    endings: Uint8Array.of(endings.none, endings.none, endings.truncated, endings.terminal),
  }
  const values = { values: Float32Array.of(0.5, 1, 2, 3), nextValues: Float32Array.of(1, 4, 6, 9) }
  /* δ = 1 + ½ − ½, 2 + 2 − 1, 3 + 3 − 2, −4 − 3; γ λ = ¼. */
  t.deepEqual(stepAdvantagesOf(rows, values, { discount: 0.5, gaeWeight: 0.5 }), [1.75, 3, 4, -7])
})

const outputs = fc.array(fc.float({ min: -1.5, max: 1.5, noNaN: true }), { minLength: 12, maxLength: 12 })

test('an action has the log-probability with which it was drawn', t => {
  fc.assert(
    fc.property(outputs, fc.nat(), (said, seed) => {
      const from = Float32Array.from(said)
      const { actions, logprobs } = squashedActions(from, 2, rowKeys(rootKey(seed), 3))
      for (const [row, logprob] of takenActions(from, actions, 2).logprobs.entries()) {
        const isWithin = actions.subarray(2 * row, 2 * row + 2).every(value => Math.abs(value) < 0.9999)
        t.true(!isWithin || near(logprob, logprobs[row] ?? NaN, 1e-2))
      }
    }),
  )
  const edge = takenActions(Float32Array.of(0, 0), Float32Array.of(1), 1)
  t.true(Number.isFinite(edge.logprobs[0]) && edge.gradients([1]).every(Number.isFinite))
})

const numbers = 2

/** Three rows of actions drawn from one policy, which another has by now. */
function batchOf(said: readonly number[], seed: number) {
  const { actions } = squashedActions(Float32Array.from(said), numbers, rowKeys(rootKey(seed), 3))
  const random = randomFrom(rootKey(seed))
  const { logprobs } = takenActions(Float32Array.from(said), actions, numbers)
  return { actions, logprobs, advantages: Array.from(logprobs, () => random.normal()) }
}

const keys = rowKeys(rootKey(5), 3)

test('gradients of the loss are those of differences, clipped rows and the entropy included', t => {
  fc.assert(
    fc.property(outputs, outputs, fc.nat(), (before, moves, seed) => {
      const batch = batchOf(before, seed)
      const now = Float32Array.from(before, (value, place) => value + 0.1 * nth(moves, place))
      const options = { clip: 0.2, entropy: 0.3, keys }
      const { logprobs } = takenActions(now, batch.actions, numbers)
      /* Beside a corner the difference is of both sides. */
      const ratios = logprobs.map((logprob, row) => Math.exp(logprob - nth(batch.logprobs, row)))
      fc.pre(ratios.every(ratio => Math.abs(Math.abs(ratio - 1) - 0.2) > 0.05))
      const { gradients } = ppoLoss(now, batch, options)
      for (const [place, slope] of gradients.entries()) {
        const moved = (by: number) => now.map((value, each) => (each === place ? value + by : value))
        const loss = (by: number) => ppoLoss(moved(by), batch, options).loss
        const wanted = (loss(2e-3) - loss(-2e-3)) / 4e-3
        t.true(Math.abs(slope - wanted) < 2e-2 * (1 + Math.abs(wanted)), `${place}: ${slope}, ${wanted}`)
      }
    }),
    { numRuns: 30 },
  )
})

test('before the first update the gradient is the policy gradient, −A ∇ log π, and nothing is clipped', t => {
  fc.assert(
    fc.property(outputs, fc.nat(), (said, seed) => {
      const now = Float32Array.from(said)
      const batch = batchOf(said, seed)
      const { gradients, kl, clipShare } = ppoLoss(now, batch, { clip: 0.2, entropy: 0, keys })
      const wanted = takenActions(now, batch.actions, numbers).gradients(batch.advantages.map(value => -value / 3))
      t.true(gradients.every((slope, place) => near(slope, nth(wanted, place))))
      t.deepEqual([kl, clipShare], [0, 0])
    }),
  )
})

test('rows beyond the clip have no gradient where they would go on', t => {
  /* One number an action, taken at its mean; the policy since went to the half of its deviation: the ratio is 2. */
  const batch = { actions: Float32Array.of(0, 0), logprobs: new Float64Array(2), advantages: [1, -1] }
  batch.logprobs.set(takenActions(new Float32Array(4), batch.actions, 1).logprobs)
  const now = Float32Array.of(0, -Math.LN2, 0, -Math.LN2)
  const { gradients, loss, clipShare, kl } = ppoLoss(now, batch, { clip: 0.2, entropy: 0, keys: keys.slice(0, 2) })
  /* −(min(2, 1.2) + min(−2, −1.2)) / 2; of the second row the slope by log σ is A r (z² − 1) · −½. */
  t.deepEqual(
    Array.from(gradients, slope => Number(slope.toFixed(5)) + 0),
    [0, 0, 0, -1],
  )
  t.true(near(loss, 0.4) && clipShare === 0.5 && near(kl, Math.LN2 - 0.5))
})

test('entropy alone makes actions uniform', t => {
  const many = 200
  let said = new Float32Array(2)
  for (let index = 0; index < 400; index += 1) {
    const all = new Float32Array(2 * many).map((_, place) => nth(said, place % 2))
    const none = { actions: new Float32Array(many), logprobs: new Float64Array(many), advantages: Array(many).fill(0) }
    const { gradients } = ppoLoss(all, none, { clip: 0.2, entropy: 1, keys: rowKeys(derive(rootKey(6), index), many) })
    said = said.map(
      (value, place) => value - 0.1 * gradients.reduce((sum, slope, at) => sum + (at % 2 === place ? slope : 0), 0),
    )
  }
  const { actions } = squashedActions(
    new Float32Array(4000).map((_, place) => nth(said, place % 2)),
    1,
    rowKeys(rootKey(7), 2000),
  )
  const shares = [-1, -0.5, 0, 0.5].map(low => actions.filter(value => value >= low && value < low + 0.5).length / 2000)
  t.true(
    shares.every(value => Math.abs(value - 0.25) < 0.06),
    shares.join(' '),
  )
})

test('PPO finds the best action of each state, and the value of both', async t => {
  const networks = new Map([
    ['policy', plainHandle('policy', { inputs: 1, hidden: [16], outputs: 2 }, derive(rootKey(2), 'policy'))],
    ['value', plainHandle('value', { inputs: 1, hidden: [16], outputs: 1 }, derive(rootKey(2), 'value'))],
  ])
  const agent = { network: (name: string) => lookUp(networks, name), clip: 0.2, entropy: 0.01, learningRate: 0.01 }
  const random = randomFrom(rootKey(3))
  const count = 64
  for (let index = 0; index < 80; index += 1) {
    const key = derive(rootKey(4), index)
    const observations = Float32Array.from({ length: count }, () => (random.uniform() < 0.5 ? -1 : 1))
    const said = await agent.network('policy').forward(observations)
    const { actions } = squashedActions(said, 1, rowKeys(derive(key, 'play'), count))
    const { logprobs } = takenActions(said, actions, 1)
    const returns = Array.from(actions, (value, row) => 1 - 4 * (value - 0.5 * nth(observations, row)) ** 2)
    const values = await agent.network('value').forward(observations)
    const advantages = returns.map((value, row) => value - nth(values, row))
    for (let epoch = 0; epoch < 5; epoch += 1)
      await ppoUpdate(agent, { observations, actions, logprobs, advantages, returns }, derive(key, epoch))
  }
  const means = squashedActions(await agent.network('policy').forward(Float32Array.of(-1, 1)), 1, null).actions
  t.true(Math.abs(nth(means, 0) + 0.5) < 0.2 && Math.abs(nth(means, 1) - 0.5) < 0.2, [...means].join(' '))
  const values = await agent.network('value').forward(Float32Array.of(-1, 1))
  t.true(
    values.every(value => value > 0.5 && value < 1.1),
    [...values].join(' '),
  )
})

test('rows are taken by their places', t => {
  t.deepEqual([...rowsAt(Float32Array.of(1, 2, 3, 4, 5, 6), 2, [2, 0, 2])], [5, 6, 1, 2, 5, 6])
})

test('what PPO cannot use is refused', t => {
  const { methodOptions } = vlmRlSettings
  for (const ppo of [{ epochs: 0 }, { clip: 0 }, { gaeWeight: 1.1 }, { entropy: -0.1 }, { updates: 3 }])
    t.false(methodOptions.safeParse({ ppo }).success, JSON.stringify(ppo))
  t.false(methodOptions.safeParse({ learner: 'td3' }).success)
  t.deepEqual(methodOptions.parse({ learner: 'ppo' }).ppo, { epochs: 10, clip: 0.2, gaeWeight: 0.95, entropy: 0.05 })
})
