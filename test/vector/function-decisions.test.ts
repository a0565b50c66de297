/** Vector worlds that are played by a function of the trainer. */
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { openLab, type OpenLab } from '../../src/lab/open-lab.ts'
import { derive, randomFrom } from '../../src/math/random.ts'
import type { ChooseControls } from '../../src/vector/function-decisions.ts'

/* Any method of networks alone. */
const method = fileURLToPath(new URL('../../examples/cart-pole-reinforce.js', import.meta.url))

async function opened(threads: number, world = 'maze'): Promise<OpenLab> {
  const settings = { method, tasks: { slots: 1, perIteration: 1 }, environment: { threads } }
  return openLab({ world, settings, inThread: threads === 1 })
}

async function played(threads: number, disturb: (lab: OpenLab) => Promise<void> = async () => {}) {
  const lab = await opened(threads)
  try {
    const choose: ChooseControls = async (observations, keys) => {
      /* By a network too, which its actor may die over. */
      const said = await lab.network('policy').forward(observations)
      return Float32Array.from(keys.flatMap((key, row) => [said[2 * row]!, randomFrom(key).normal()]))
    }
    const rows = lab.vectors.play({ choose, key: derive(lab.root, 'rows'), worlds: 6, blocks: 3, steps: 120 })
    const [found] = await Promise.all([rows, disturb(lab)])
    return found
  } finally {
    await lab.close()
  }
}

test('rows are of the function and the key alone: not of threads, nor of actors that die over it', async t => {
  const wanted = await played(1)
  t.is(wanted.controls.length, 2 * 18 * 120)
  t.true(wanted.controls.every(value => Math.abs(value) <= 1))
  t.deepEqual(await played(2), wanted)
  t.deepEqual(await played(2, lab => lab.restart('gpu')), wanted)
  t.deepEqual(await played(2, lab => lab.restart('player/1')), wanted)
})

test('a function that fails, or gives another number of numbers, fails the request', async t => {
  const lab = await opened(1)
  t.teardown(lab.close)
  const request = { key: lab.root, worlds: 2, steps: 3 }
  await t.throwsAsync(lab.vectors.play({ ...request, choose: async () => new Float32Array(3) }), {
    message: /choose must give 2 × 2 numbers, got 3|choose must give 1 × 2 numbers, got 3/,
  })
  const broken: ChooseControls = () => Promise.reject(new RangeError('no such action'))
  await t.throwsAsync(lab.vectors.play({ ...request, choose: broken }), { message: /no such action/ })
  const whole = await lab.vectors.play({ ...request, choose: async (_, keys) => new Float32Array(2 * keys.length) })
  t.is(whole.rewards.length, 6)
})

test('a world of discrete actions refuses a function', async t => {
  const world = fileURLToPath(new URL('../../examples/cart-pole.js', import.meta.url))
  const lab = await opened(1, world)
  t.teardown(lab.close)
  const choose: ChooseControls = async () => new Float32Array(2)
  await t.throwsAsync(lab.vectors.play({ choose, key: lab.root, worlds: 1, steps: 1 }), {
    instanceOf: RangeError,
    message: /actions of cart-pole must be continuous to be chosen by a function/,
  })
})
