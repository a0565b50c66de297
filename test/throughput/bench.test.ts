import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { lastValueFrom, toArray } from 'rxjs'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { quantile } from '../../src/math/statistics.ts'
import { benchThroughput } from '../../src/throughput/bench.ts'
import type { ThroughputRow } from '../../src/throughput/measure/events.ts'
import { stepRate } from '../../src/throughput/measure/rates.ts'
import { describeMachine, machineNow } from '../../src/throughput/measure/machine.ts'
import { parseThroughputOptions } from '../../src/throughput/measure/options.ts'
import { throughputRow } from '../../src/throughput/measure/row.ts'
import { present } from '../fixtures/present.ts'

const rowsOf = async (options: unknown): Promise<readonly ThroughputRow[]> => {
  const events = await lastValueFrom(benchThroughput({ options }).pipe(toArray()))
  return events.flatMap(event => (event.kind === 'row' ? [event.row] : []))
}
/* Long enough that a loaded machine answers at least once. */
const short = { seconds: 0.5, rounds: 1, threads: [1, 2], worlds: [3] }

test('every model with every number of threads is measured on the default world', async t => {
  const rows = await rowsOf({ ...short, models: ['none', 'mlp'], hidden: [16] })
  t.deepEqual(
    rows.map(({ model, threads, worlds, world }) => [model, threads, worlds, world]),
    [
      ['none', 1, 3, 'counting'],
      ['none', 2, 3, 'counting'],
      ['mlp', 1, 3, 'counting'],
      ['mlp', 2, 3, 'counting'],
    ],
  )
  for (const row of rows) {
    t.true(row.stepsPerSecond > 0 && present(row.deviceShare) > 0 && present(row.deviceShare) <= 1)
    t.true(
      present(row.occupancy) > 0 &&
        present(row.occupancy) <= 1 &&
        present(row.queueP95Ms) >= present(row.queueMedianMs),
    )
    t.is(row.ceiling === null, row.model === 'none')
    t.is(row.rounds.length, 1)
  }
})

test('the language model plays its world through the actors of a run', async t => {
  const [row] = await rowsOf({ ...short, threads: [1], models: ['lm'] })
  t.like(row, { model: 'lm', world: 'household', threads: 1, worlds: 3 })
  t.true(present(row).stepsPerSecond >= 0 && present(present(row).ceiling) > 0)
})

test('fixed work is the same in every round, with any number of threads, any batch and any links', async t => {
  const work = { ...short, seconds: 0.05, worlds: [3], episodes: 5 }
  const rows = [
    ...(await rowsOf({ ...work, rounds: 2 })),
    ...(await rowsOf({ ...work, threads: [1], maxBatch: 1, link: { gather: 1024 } })),
  ]
  const rounds = rows.flatMap(row => row.rounds)
  t.is(rounds.length, 5)
  t.is(rows.at(-1)?.requestsPerCall, 1)
  t.true(rows.every(({ ceiling, queueMedianMs }) => present(ceiling) > 0 && present(queueMedianMs) > 0))
  t.is(rounds[0]?.played?.episodes, 5)
  for (const { played, stepsPerSecond, seconds } of rounds) {
    t.deepEqual(played, rounds[0]?.played)
    t.true(Math.abs(stepsPerSecond * seconds - present(played).steps) < 1e-6)
  }
  for (const { played } of rows) t.deepEqual(played, rounds[0]?.played)
})

test('another benchmark is measured in alternate rounds, case by case', async t => {
  const one = { ...short, threads: [1], seconds: 0.2, rounds: 2, models: ['none'] }
  const events = await lastValueFrom(
    benchThroughput({ options: { ...one, worlds: [3, 4] }, against: { ...one, worlds: [5, 6] } }).pipe(toArray()),
  )
  const order = events.flatMap(event => (event.kind === 'progress' ? [/\d+ worlds/.exec(event.label)?.[0]] : []))
  t.deepEqual(
    order.map(label => Number.parseInt(label ?? '', 10)),
    [3, 5, 5, 3, 4, 6, 6, 4],
  )
  const rows = events.flatMap(event => (event.kind === 'row' ? [event.row] : []))
  t.deepEqual(
    rows.map(({ worlds, rounds, against }) => [worlds, rounds.length, against?.rounds.length, against?.options.worlds]),
    [
      [3, 2, 2, [5, 6]],
      [4, 2, 2, [5, 6]],
    ],
  )
  t.true(rows.every(({ against }) => present(against).ratio > 0))
})

test('another benchmark of more cases is refused by name', async t => {
  const one = { models: ['none'], worlds: [1], threads: [1] }
  await t.throwsAsync(lastValueFrom(benchThroughput({ options: one, against: { ...one, worlds: [1, 2] } })), {
    instanceOf: RangeError,
    message: 'against must have as many cases as this benchmark, 1, got 2',
  })
})

test("a world in text of one's own, compiled or not, is played by a random model, its starter or an actor of one's own", async t => {
  const source = new URL('../../../examples/guess.ts', import.meta.url).pathname
  const name = new URL('../../examples/guess.js', import.meta.url).pathname
  const actor = new URL('./fours.js', import.meta.url).pathname
  const work = { ...short, threads: [1], seconds: 0.05, episodes: 8, environment: { name } }
  const [random] = await rowsOf(work)
  t.like(random, { model: 'lm', world: 'guess', ceiling: null, played: { episodes: 8 } })
  const [own] = await rowsOf({ ...work, environment: { name: source }, actor })
  t.like(own, { model: 'lm', requestsPerCall: null })
  /* A game is won at once or lost after four guesses. */
  const { episodes, won, steps } = present(present(own).played)
  t.is(steps, won + 4 * (episodes - won))
  t.true(Math.abs(present(own).stepsPerSecond * present(own).seconds - steps) < 1e-6)
  await t.throwsAsync(rowsOf({ ...work, episodes: null, models: ['lm'], actor }), {
    message: /^episodes must be given/,
  })
  await t.throwsAsync(rowsOf({ ...work, policy: name }), { message: /guess\.js/ })
})

test("an actor of one's own decides for vector worlds", async t => {
  const file = (example: string) => new URL(`../../examples/${example}.js`, import.meta.url).pathname
  const [row, ...others] = await rowsOf({
    ...short,
    threads: [1],
    environment: { name: file('cart-pole') },
    actor: file('balance'),
  })
  t.is(others.length, 0)
  t.like(row, { model: 'none', world: 'cart-pole', deviceShare: null, requestsPerCall: null, queueMedianMs: null })
  t.true(present(row).stepsPerSecond > 0)
})

test('each actor of a case writes a profile of its thread by its name', async t => {
  const profile = join(await temporaryFolder(t), 'profiles')
  /* So many worlds that stepping them is much of what their thread does. */
  const options = { ...short, seconds: 2, threads: [1], worlds: [2048], models: ['none'] }
  await lastValueFrom(benchThroughput({ options, profile }))
  t.deepEqual((await readdir(profile)).toSorted(), ['gpu.cpuprofile', 'worlds-0.cpuprofile'])
  const steps = async (actor: string): Promise<boolean> => {
    const { nodes, samples } = JSON.parse(await readFile(join(profile, `${actor}.cpuprofile`), 'utf8')) as {
      readonly nodes: readonly object[]
      readonly samples: readonly number[]
    }
    t.true(samples.length > 0)
    return JSON.stringify(nodes).includes('counting-world.js')
  }
  t.deepEqual([await steps('worlds-0'), await steps('gpu')], [true, false])
  const two = benchThroughput({ options: { ...options, models: ['none', 'mlp'] }, profile })
  await t.throwsAsync(lastValueFrom(two), {
    instanceOf: RangeError,
    message: /^profile needs exactly one case .* got none, mlp$/,
  })
})

test('a training run is measured by its iterations', async t => {
  const run = { tasks: { slots: 4, perIteration: 2, episodes: 2 } }
  const [row, ...others] = await rowsOf({ rounds: 1, threads: [2], models: ['train'], iterations: 1, run })
  t.is(others.length, 0)
  t.like(row, {
    model: 'train',
    world: 'household',
    threads: 2,
    worlds: 2,
    ceiling: null,
    played: null,
    occupancy: null,
  })
  const { tokensPerSecond, iterationMs, partsMs } = present(present(row).training)
  t.true(tokensPerSecond > 0 && present(row).stepsPerSecond > 0 && present(present(row).requestsPerCall) >= 1)
  t.true(
    ['rollout', 'train policy', 'train reward-model'].every(part => present(partsMs[part]) > 0),
    Object.keys(partsMs).join(),
  )
  t.true(iterationMs >= Object.values(partsMs).reduce((sum, ms) => sum + ms, 0))
})

test("a reader's own world is measured from its module", async t => {
  const module = new URL('../../examples/cart-pole.js', import.meta.url).pathname
  const rows = await rowsOf({
    ...short,
    threads: [1],
    models: null,
    environment: { name: module, options: { length: 20 } },
    temperature: 1,
  })
  t.deepEqual(
    rows.map(({ model, world }) => [model, world]),
    [
      ['none', 'cart-pole'],
      ['mlp', 'cart-pole'],
    ],
  )
})

const refused: readonly (readonly [string, unknown, RegExp])[] = [
  [
    'a module that is not there',
    { environment: { name: './nowhere.js' } },
    /^environment\.name must be the path of a module, got '.\/nowhere.js'/,
  ],
  [
    'an option that the world does not have',
    { environment: { options: { size: 3 } } },
    /counting world has the options .*, got size$/,
  ],
  [
    'an option that the world refuses',
    { environment: { options: { length: 0 } } },
    /^length must be a positive integer, got 0$/,
  ],
  ['no world at all', { worlds: [0] }, /worlds/],
  ['a link that cannot be', { link: { overflow: 'spill' } }, /^link\.overflow must be one of .*"wait", got "spill"$/],
  [
    'a setting that the run does not have',
    { models: ['train'], run: { tasks: { slot: 3 } } },
    /tasks\.slot is not a key/,
  ],
  [
    'an actor that is not there',
    { actor: './nobody.js' },
    /^actor must be the path of a module, got '.\/nobody.js'; there is no file /,
  ],
  ['an actor beside a network', { models: ['mlp'], actor: './nobody.js' }, /^actor must be null where models has mlp/],
  ['an unknown key', { hiden: [3] }, /hiden/],
  ['fixed work of worlds without episodes of their own', { episodes: 3 }, /^episodes must be null unless models is lm/],
  ['a world in text that has no starter', { models: ['lm'], environment: { name: 'nowhere' } }, /nowhere/],
]
for (const [what, options, message] of refused) {
  test(`${what} is refused by name`, async t => {
    await t.throwsAsync(rowsOf({ models: ['none'], ...Object(options) }), { instanceOf: RangeError, message })
  })
}

test('a row gives the median of its rounds, and of their own shares of the ceiling', async t => {
  const rounds = [1, 2, 4].map(factor => ({
    seconds: factor,
    training: { tokensPerSecond: 10 * factor, iterationMs: factor, partsMs: { rollout: 5 * factor } },
    played: { episodes: 4, steps: 100, won: 3 },
    stepsPerSecond: 100 * factor,
    requestsPerCall: 8,
    deviceShare: factor / 8,
    queue: { requests: 1, meanMs: factor, medianMs: factor, p95Ms: null, maxMs: factor },
    ceiling: 200 * factor ** 2,
  }))
  const what = {
    model: 'mlp',
    world: 'w',
    threads: 1,
    worlds: 1,
    machine: await machineNow(),
    loadAfter: 0,
    against: null,
    options: parseThroughputOptions({}),
  } as const
  const row = throughputRow(what, rounds, 16)
  const work = throughputRow({ ...what, options: { ...what.options, episodes: 4 } }, rounds, 16)
  t.deepEqual([row.played, work.played, work.seconds], [null, { episodes: 4, steps: 100, won: 3 }, 2])
  t.regex(
    describeMachine(row.machine),
    /^Commit [0-9a-f]{7,}.*, \d+ cores of .* with \S+, Node [\d.]+, load [\d.]+ before\.$/,
  )
  t.like(row, { stepsPerSecond: 200, microsecondsPerStep: 5000, occupancy: 0.5, deviceShare: 0.25, queueMedianMs: 2 })
  t.deepEqual(row.training, { tokensPerSecond: 20, iterationMs: 2, partsMs: { rollout: 10 } })
  t.deepEqual(row.stepsPerSecondRange, { min: 100, max: 400 })
  t.is(row.ceilingShare, quantile([0.5, 0.25, 0.125], 0.5))
  t.is(row.queueP95Ms, null)
})

test('a thread that was replaced has counted from 0', t => {
  const at = (life: number, steps: number, ms: number) => ({ life, steps, at: ms })
  t.is(stepRate(at(0, 100, 0), at(0, 300, 500)), 400)
  t.is(stepRate(at(0, 100, 0), at(1, 300, 500)), 600)
})

test('what has an effect on train alone is refused where nothing is said of models, for train is then not measured', t => {
  for (const given of [{ iterations: 7 }, { run: { tasks: { episodes: 4 } } }])
    t.throws(() => parseThroughputOptions(given), {
      message: /^(iterations|run) must be left out where models is null, got .*: it is of train$/,
    })
  t.is(parseThroughputOptions({ iterations: 7, models: ['train'] }).iterations, 7)
})
