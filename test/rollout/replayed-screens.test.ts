/** Screens of recorded episodes: laws, a worked episode, and episodes that their task does not give. */
import test from 'ava'
import fc from 'fast-check'
import { desk } from '../../environments/desk/index.ts'
import { household } from '../../environments/household/index.ts'
import type { RecordedEpisode } from '../../src/contracts/worlds/world.ts'
import { actionMarks } from '../../src/gui/widgets/action-marks.ts'
import { derive, randomFrom, rootKey } from '../../src/math/random.ts'
import { fromPure } from '../../src/rollout/from-pure.ts'

const pure = desk({ dialect: 'names' })
const world = fromPure(pure)
const screensOf = (episode: RecordedEpisode<ReturnType<typeof pure.parseTask>>) => world.screens?.(episode) ?? null

/** An episode of the expert, with a slip where a pick says so. */
function recorded(seed: number, picks: readonly number[]) {
  const task = pure.generate('train', randomFrom(derive(rootKey(seed), 'task')))
  const begun = pure.start(task)
  const steps: { action: string; observation: string }[] = []
  let { state } = begun
  for (const pick of picks) {
    const admissible = pure.admissible(state)
    const action = (pick % 3 === 0 ? admissible[pick % admissible.length] : pure.expert(state)) ?? 'dance'
    const { state: next, observation } = pure.step(state, action)
    steps.push({ action, observation })
    state = next
  }
  return { task, opening: begun.observation, steps }
}
const episodes = fc.tuple(fc.nat(1000), fc.array(fc.nat(100), { minLength: 1, maxLength: 12 }))

test('an episode has a screen before each action and one after all, and an action acts on its own screen', t => {
  fc.assert(
    fc.property(episodes, ([seed, picks]) => {
      const episode = recorded(seed, picks)
      const screens = screensOf(episode) ?? []
      t.is(screens.length, episode.steps.length + 1)
      t.is(screens.at(-1)?.calls, '')
      for (const { tree, calls } of screens)
        for (const bid of actionMarks(calls).keys()) t.true(tree.includes(`[${bid}] `), `${calls} on\n${tree}`)
    }),
    { numRuns: 40 },
  )
})

test('an episode that its task does not give has no screens', t => {
  fc.assert(
    fc.property(episodes, fc.nat(), ([seed, picks], at) => {
      const episode = recorded(seed, picks)
      const index = at % episode.steps.length
      const steps = episode.steps.map((step, each) => (each === index ? { ...step, observation: 'A door.' } : step))
      t.is(screensOf({ ...episode, steps }), null)
      t.is(screensOf({ ...episode, opening: 'A door.' }), null)
    }),
    { numRuns: 20 },
  )
})

test('by names or in words, an action is shown as a call', t => {
  const { task, opening, steps } = recorded(3, [1])
  const [first] = screensOf({ task, opening, steps }) ?? []
  t.regex(steps[0]?.action ?? '', /^click [A-Z]/)
  t.regex(first?.calls ?? '', /^click\('\d+'\)$/)
  t.regex(first?.tree ?? '', /^RootWebArea 'Desk', focused, url='http:\/\/localhost\/'\n/)
})

test('a world without screens shows none', t => {
  t.is(fromPure(household()).screens, undefined)
})
