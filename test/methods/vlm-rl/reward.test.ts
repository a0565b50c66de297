/** The reward of VLM-RL: its formulas, and that steps in replay get it in batches as one by one. */
import test from 'ava'
import fc from 'fast-check'
import { road } from '../../../environments/road/index.ts'
import { endings } from '../../../src/contracts/worlds/vector-world.ts'
import type { VectorRows } from '../../../src/contracts/worlds/vector-rows.ts'
import { randomFrom, rootKey } from '../../../src/math/random.ts'
import { drivingOf } from '../../../src/methods/vlm-rl/driving.ts'
import { shownExamples, frozenEncoder } from '../../../src/methods/vlm-rl/image-text/frozen-encoder.ts'
import { unitRows } from '../../../src/methods/vlm-rl/image-text/image-text-model.ts'
import { drivesOf } from '../../../src/methods/vlm-rl/measures.ts'
import { relabel, type RewardOptions } from '../../../src/methods/vlm-rl/relabel.ts'
import { appendSteps, openReplay, sampleSteps } from '../../../src/methods/vlm-rl/replay.ts'
import { goalRewards, swervings, synthesis } from '../../../src/methods/vlm-rl/reward.ts'
import { openStores } from '../../../src/store/stores.ts'
import { asWorld } from '../../../src/vector/as-world.ts'

const near = (a: number, b: number, by = 1e-6): boolean => Math.abs(a - b) <= by

test('the language reward is the weighted contrast, from its range to [0, 1]', t => {
  const goals = Float32Array.of(1, 0, 0, 1)
  const pictures = Float32Array.of(1, 0, 0, 1, Math.SQRT1_2, Math.SQRT1_2, 0.8, 0.6)
  const half = { positiveWeight: 0.5, range: [-0.5, 0.5] } as const
  t.deepEqual(
    Array.from(goalRewards(pictures, goals, half), value => Number(value.toFixed(5))),
    [1, 0, 0.5, 0.6],
  )
  /* The released code: 1 − clip(z, 0, 0.03) / 0.03 of z = sim(unwanted) − sim(wanted), by equal weights. */
  const released = { positiveWeight: 0.5, range: [-0.015, 0] } as const
  fc.assert(
    fc.property(fc.double({ min: 0, max: Math.PI / 2, noNaN: true }), angle => {
      const [cos, sin] = [Math.fround(Math.cos(angle)), Math.fround(Math.sin(angle))]
      const z = Math.min(0.03, Math.max(0, sin - cos))
      return near(goalRewards(Float32Array.of(cos, sin), goals, released)[0] ?? NaN, 1 - z / 0.03, 1e-4)
    }),
  )
  const all = goalRewards(pictures, goals, { positiveWeight: 1, range: [0, 1] })
  t.deepEqual(
    Array.from(all, value => Number(value.toFixed(2))),
    [1, 0, 0.71, 0.8],
  )
})

test('the synthesis wants the speed that the goal allows, in the lane and along it', t => {
  const well = { speed: 25, offset: 0, heading: 0, swerving: 0 }
  t.is(synthesis(1, well), 1)
  t.is(synthesis(0, { ...well, speed: 0 }), 1)
  t.is(synthesis(1, { ...well, speed: 0 }), 0)
  t.true(near(synthesis(0.6, { ...well, speed: 10 }), 0.8))
  t.true(near(synthesis(1, { speed: 25, offset: -1.5, heading: 45, swerving: 0.1 }), 0.5 * 0.5 * 0.75))
  t.is(synthesis(1, { ...well, offset: 4 }), 0)
})

test('swerving is the deviation of the last distances of an episode', t => {
  const found = swervings([1, -1, 3, 3, 5], {
    ...{ ending: Uint8Array.of(0, 0, endings.terminal, 0, 0), steps: 30 },
    last: row => row === 3,
  })
  t.deepEqual(
    Array.from(found, value => Number(value.toFixed(4))),
    [0, 0, 0.9428, 0, 0],
  )
  const long = swervings(
    Array.from({ length: 40 }, (_, row) => (row < 10 ? 9 : 1)),
    { ending: new Uint8Array(40), steps: 30, last: row => row === 39 },
  )
  t.is(long[39], 0)
  t.true((long[38] ?? 0) > 0)
})

const world = asWorld({ name: 'the road', module: null }, road({}, { worlds: 1, key: rootKey(1) }))
const crop = { top: 9, left: 3, height: 15, width: 10 }
const driving = drivingOf(world, { vision: true, crop })

/** Steps of random numbers. */
function rowsOf(worlds: number, steps: number, seed: number): VectorRows {
  const random = randomFrom(rootKey(seed))
  const count = worlds * steps
  const numbers = (length: number) => Float32Array.from({ length }, () => Math.round(255 * random.uniform()) / 255)
  return {
    ...{ worlds, steps, actions: new Int32Array(count) },
    observations: numbers(count * driving.sizes.observation),
    nextObservations: numbers(count * driving.sizes.observation),
    controls: numbers(count * 2),
    rewards: Float32Array.from({ length: count }, () => (random.uniform() < 0.4 ? -10 : 1)),
    endings: Uint8Array.from({ length: count }, () => (random.uniform() < 0.2 ? endings.terminal : endings.none)),
  }
}

/** Another that is not trained: mean colours of the picture, and of parts of it. */
const encode = (pictures: Float32Array): Promise<Float32Array> => {
  const pixels = crop.height * crop.width * 3
  const parts = new Float32Array((pictures.length / pixels) * 6)
  pictures.forEach((value, place) => {
    const index = Math.floor(place / pixels) * 6 + (place % 6)
    parts[index] = (parts[index] ?? 0) + value
  })
  return Promise.resolve(parts)
}

const options: RewardOptions = {
  ...{
    reward: 'synthesis',
    positive: 'clear',
    negative: 'collided',
    positiveWeight: 0.5,
    range: [-0.5, 0.5],
    swervingSteps: 30,
    frames: 5,
  },
}

test('rewards written in batches are those of one step at a time, also where the ring of replay is overwritten', async t => {
  const shown = await shownExamples(encode, {
    pictures: driving.views(rowsOf(1, 12, 9).nextObservations),
    clearances: [0, 0, 0.4, 0.5, 5, 8, 9, 9, 9, 1, 2, 3],
  })
  const model = frozenEncoder(encode, shown, 6)
  for (const reward of ['synthesis', 'goal', 'state'] as const) {
    const replay = openReplay((await openStores()).open, driving, 10)
    const single = openReplay((await openStores()).open, driving, 100)
    for (const seed of [1, 2]) {
      const rows = rowsOf(2, 4, seed)
      await relabel(rows, appendSteps(replay, rows, driving), { driving, model, options: { ...options, reward } })
      const alone = { ...options, reward, frames: 1 }
      await relabel(rows, appendSteps(single, rows, driving), { driving, model, options: alone })
    }
    const [kept, wanted] = [replay.steps.read(0, 10).reward, single.steps.read(6, 16).reward]
    t.true(
      kept.every((value, row) => near(value, wanted[row] ?? NaN)),
      reward,
    )
    t.true(kept.some(value => value === -10) && kept.every(value => value === -10 || (value >= -1 && value <= 1)))
    /* 16 rows in a ring of 10: the last stays, and so does what stands beside it. */
    t.deepEqual(replay.steps.read(0, 10).action, single.steps.read(6, 16).action)
  }
})

test('replay gives back what was seen, picture and numbers', async t => {
  const rows = rowsOf(1, 6, 3)
  const replay = openReplay((await openStores()).open, driving, 6)
  appendSteps(replay, rows, driving)
  const size = driving.sizes.observation
  const sampled = sampleSteps(replay, rootKey(4), 5)
  const same = (a: Float32Array, b: Float32Array): boolean => a.every((value, place) => near(value, b[place] ?? NaN))
  for (let row = 0; row < 5; row += 1) {
    const own = sampled.observation.subarray(row * size, (row + 1) * size)
    const place = [0, 1, 2, 3, 4, 5].find(each => same(own, rows.observations.subarray(each * size, (each + 1) * size)))
    const next = rows.nextObservations.subarray((place ?? 9) * size, ((place ?? 9) + 1) * size)
    t.true(place !== undefined && same(sampled.nextObservation.subarray(row * size, (row + 1) * size), next))
  }
})

test('a goal of the frozen encoder is the direction of its examples; without its word it is refused', async t => {
  const picture = (values: readonly number[]) =>
    Float32Array.from({ length: 450 }, (_, place) => values[place % 6] ?? 0)
  const [red, blue] = [picture([1, 0, 0.1, 1, 0, 0.1]), picture([0.1, 0, 1, 0.1, 0, 1])]
  const pictures = Float32Array.from([...red, ...red, ...blue])
  const model = frozenEncoder(encode, await shownExamples(encode, { pictures, clearances: [0, 0.2, 9] }), 6)
  const goals = await model.texts(['The road is CLEAR', 'Two cars have collided'])
  const [collided = 0, clear = 0] = goalRewards(await model.pictures(Float32Array.from([...red, ...blue])), goals, {
    ...{ positiveWeight: 0.5, range: [-1, 1] },
  })
  t.true(collided < 0.01 && clear > 0.99, `${collided} ${clear}`)
  for (const text of ['The road is wet', 'clear, then collided'])
    t.throws(() => model.texts([text]), {
      instanceOf: RangeError,
      message: /must hold one of the words clear, collided/,
    })
  await t.throwsAsync(shownExamples(encode, { pictures: red, clearances: [0] }), {
    message: /a road that is clear, got none in 1 pictures/,
  })
  t.deepEqual(
    Array.from(unitRows(Float32Array.of(3, 4, 0, 0), 2), value => Number(value.toFixed(3))),
    [0.6, 0.8, 0, 0],
  )
})

test('worlds without the picture, the numbers or the crop are refused by name', t => {
  const { vectors } = world
  const without = (part: object) => () =>
    drivingOf({ ...world, vectors: { ...vectors, ...part } as never }, { vision: true, crop })
  t.throws(without({ image: undefined }), { message: /a picture of 3 channels, got road/ })
  t.throws(without({ numbers: [] }), { message: /the number speed in km\/h, got road/ })
  t.throws(() => drivingOf(world, { vision: true, crop: { ...crop, top: 10 } }), {
    message: /crop must be within 24 × 16/,
  })
})

test('drives are counted by their routes, collisions by the kilometre', t => {
  const steps = 3
  const size = driving.sizes.observation
  const rows = rowsOf(2, steps, 5)
  const put = (observations: Float32Array, row: number, route: number, clearance: number) =>
    observations.set([1, 0, 0, 0, 0, 0, 0, 0, route, clearance], row * size + driving.pixels)
  /* The first world drives half of its route and collides, the second drives all of it. */
  for (const row of [0, 1, 2]) {
    put(rows.observations, row, row / 6, 1)
    put(rows.nextObservations, row, (row + 1) / 6, row === 2 ? 0 : 1)
    put(rows.observations, 3 + row, row / 3, 1)
    put(rows.nextObservations, 3 + row, (row + 1) / 3, 0.2)
  }
  const ended = { ...rows, endings: Uint8Array.of(0, 0, endings.terminal, 0, 0, endings.truncated) }
  const { success, completion, collisions, speed } = drivesOf(ended, driving)
  t.deepEqual([success, completion, speed], [0.5, 0.75, 25])
  t.true(near(Number(collisions), 1000 / 180, 1e-3))
  /* The second world's first drive is over at once, and none is over: as far as they got. */
  const short = drivesOf({ ...rows, endings: Uint8Array.of(0, 0, 0, endings.terminal, 0, 0) }, driving)
  t.is(short.success, 0)
  t.true(near(Number(short.completion), (1 / 2 + 1 / 3) / 2, 1e-6))
})
