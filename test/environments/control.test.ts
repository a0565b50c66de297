import { readFile } from 'node:fs/promises'
import test from 'ava'
import { z } from 'zod'
import { control, type ControlOptions } from '../../environments/control/index.ts'
import { push } from '../../environments/control/mountain-car.ts'
import { seen, swing } from '../../environments/control/pendulum.ts'
import { reward } from '../../environments/control/two-peaks.ts'
import { vectorWorldLaws } from '../../src/laws/index.ts'
import { nth } from '../../src/math/nth.ts'
import { rootKey } from '../../src/math/random.ts'

const pair = z.tuple([z.number(), z.number()])
const numbers = z.array(z.number())
const step = z.object({
  action: z.number(),
  state: pair,
  observation: numbers,
  reward: z.number(),
  ending: z.string().nullable(),
})
const recorded = z.object({
  episodes: z.record(
    z.string(),
    z.array(z.object({ start: z.object({ state: pair, observation: numbers }), steps: z.array(step) })),
  ),
})
/* scripts/record-gymnasium.py makes it. */
const { episodes } = recorded.parse(JSON.parse(await readFile('test/fixtures/gymnasium.json', 'utf8')))

test('the pendulum swings as that of Gymnasium, step by step', t => {
  const near = (a: number, b: number) => t.true(Math.abs(a - b) < 1e-6, `${a} and ${b}`)
  const all = episodes['Pendulum-v1'] ?? []
  t.true(all.length > 0)
  for (const { start, steps } of all) {
    let [angle, speed] = start.state
    seen({ angle, speed }).forEach((value, index) => near(value, nth(start.observation, index)))
    for (const { action, state, observation, reward: wanted } of steps) {
      const after = swing({ angle, speed }, action)
      near(after.angle, state[0])
      near(after.speed, state[1])
      near(after.reward, wanted)
      seen(after).forEach((value, index) => near(value, nth(observation, index)))
      ;[angle, speed] = state
    }
  }
})

test('the car drives as that of Gymnasium up to the flag, to the last bit after its first step', t => {
  const all = episodes['MountainCarContinuous-v0'] ?? []
  t.true(all.length > 0)
  for (const { start, steps } of all) {
    let [place, speed] = start.observation as [number, number]
    for (const [index, { action, state, reward: wanted, ending }] of steps.entries()) {
      const after = push({ place, speed }, action)
      const found = [Math.fround(after.place), Math.fround(after.speed)]
      /* Gymnasium takes the first step from a state in float64, and all others from one in float32. */
      if (index > 0) t.deepEqual(found, state)
      else found.forEach((value, part) => t.true(Math.abs(value - nth(state, part)) < 1e-8))
      t.true(Math.abs(after.reward - wanted) < 1e-6)
      t.is(after.arrived, ending === 'terminal')
      ;[place, speed] = state
    }
    t.is(steps.at(-1)?.ending, 'terminal')
  }
})

test('the bandit has its peaks where it says', t => {
  t.true(Math.abs(reward(0.6, 0.6) - 1) < 1e-3)
  t.true(Math.abs(reward(-0.5, -0.5) - 0.6) < 1e-3)
  t.true(reward(0, 0) < 0.2)
})

const games: readonly ControlOptions[] = [{ game: 'pendulum' }, { game: 'mountain-car' }, { game: 'two-peaks' }]
for (const options of games)
  for (const { name, check } of vectorWorldLaws(`control: ${options.game}`, context => control(options, context), {
    runs: 10,
  }))
    test(`${options.game}: ${name}`, t => t.notThrowsAsync(check))

test('an unknown game is refused by name', t => {
  const context = { worlds: 1, key: rootKey(1) }
  t.throws(() => control({ game: 'acrobot' } as never, context), {
    instanceOf: RangeError,
    message: /^game must be .*pendulum.*mountain-car.*two-peaks.*, got "acrobot"$/,
  })
  t.throws(() => control({ length: 3 } as never, context), { message: 'control has no option length: it has game' })
})
