import test from 'ava'
import fc from 'fast-check'
import { household } from '../../environments/household/index.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { fromPure } from '../../src/rollout/from-pure.ts'
import { loadWorld } from '../../src/rollout/load-world.ts'
import type { ActResult, OpenEpisode } from '../../src/contracts/worlds/world.ts'
import { FailedError } from '../../src/runtime/errors/failed-error.ts'

const pure = household()
const world = fromPure(pure)
const nobody = { key: rootKey(0), signal: new AbortController().signal, run: () => Promise.reject(new Error('none')) }

test('an opened episode is the pure world, step by step, and a fork goes its own way', async t => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1000), fc.array(fc.nat(1000), { minLength: 1, maxLength: 12 }), async (seed, picks) => {
      const task = pure.generate('train', randomFrom(derive(rootKey(seed), 'task')))
      const episode = await world.open(task, nobody)
      const begun = pure.start(task)
      let { state } = begun
      t.is(episode.observation, begun.observation)
      for (const pick of picks) {
        const admissible = pure.admissible(state)
        const action = admissible[pick % admissible.length] ?? 'look'
        const fork = (await episode.fork?.()) ?? t.fail()
        const label = pure.label(state, action)
        const next = pure.step(state, action)
        const { observation, won } = next
        const named = won || pure.situation === undefined ? {} : { situation: pure.situation(next.state) }
        const expected: ActResult = { observation, won, score: won ? 1 : 0, label, ...named }
        if (fork !== undefined && typeof fork === 'object') t.deepEqual(await fork.act(action), expected)
        t.deepEqual(await episode.act(action), expected)
        state = next.state
      }
      await episode.close()
    }),
    { numRuns: 30 },
  )
})

test('chance of the episode, rewards and a loss arrive as the world gives them', async t => {
  const key = rootKey(5)
  const dice = fromPure({
    ...pure,
    start: (task, chance) => ({ state: { ...pure.start(task).state }, observation: `key ${chance?.low ?? 'none'}` }),
    step: (state, action) => ({ state, observation: action, won: false, lost: true, reward: -0.5 }),
  })
  const task = pure.generate('train', randomFrom(rootKey(1)))
  const episode = await dice.open(task, { ...nobody, key })
  t.is(episode.observation, `key ${key.low}`)
  const { lost, reward, score, won } = await episode.act('look')
  t.deepEqual({ lost, reward, score, won }, { lost: true, reward: -0.5, score: 0, won: false })
})

test('what needs no program is answered at once', t => {
  const task = pure.generate('train', randomFrom(rootKey(1)))
  const episode = world.open(task, nobody) as OpenEpisode
  t.false(episode instanceof Promise)
  t.false(episode.act('look') instanceof Promise)
})

const moduleOf = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`
const offering = (open: string): string => `export default () => ({
  name: 'w', deterministic: true, parseTask: task => task, describe: () => '', stepLimit: () => 3, open: ${open} })`

test('what an opened world gives, at once or later, is held to what it must give', async t => {
  const cases: readonly (readonly [open: string, message: RegExp])[] = [
    ['() => 3', /open must give an object.*got 3/],
    ['async () => ({ observation: 3 })', /open must give observation as text, got 3/],
    ['async () => { throw new Error("no door") }', /open threw: no door/],
    ["() => ({ observation: '', close: async () => {}, act: () => ({}) })", /act must give observation as text/],
    [
      "() => ({ observation: '', close: async () => {}, act: async () => ({ observation: '', won: true, score: 2, label: null }) })",
      /act must give score as a number in \[0, 1\], got 2/,
    ],
    [
      "() => ({ observation: '', close: async () => {}, act: async () => ({ observation: '', won: true, score: 1, reward: NaN, label: null }) })",
      /act must give reward as a finite number or nothing, got NaN/,
    ],
  ]
  for (const [open, message] of cases) {
    const made = await loadWorld({ module: moduleOf(offering(open)), options: {} })
    const work = async () => (await made.open({}, nobody)).act('look')
    await t.throwsAsync(async () => work(), { instanceOf: FailedError, message }, open)
  }
  await t.throwsAsync(loadWorld({ module: moduleOf('export default () => ({ name: "x", open: 3 })'), options: {} }), {
    instanceOf: RangeError,
    message: /is no world: deterministic must be/,
  })
})
