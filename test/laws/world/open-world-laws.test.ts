/** Each law is broken here by a world with one fault. */
import test from 'ava'
import guess from '../../../examples/guess.ts'
import post from '../../../examples/post.ts'
import type { ActResult, OpenEpisode, World } from '../../../src/contracts/worlds/world.ts'
import { openWorldLaws } from '../../../src/laws/index.ts'
import { fromPure } from '../../../src/rollout/from-pure.ts'

const sound = fromPure(post()) as World
const laws = openWorldLaws(sound, { seed: 1 })

for (const { name, check } of laws) test(`post: ${name}`, t => t.notThrowsAsync(check))
for (const { name, check } of openWorldLaws(guess())) test(`guess: ${name}`, t => t.notThrowsAsync(check))

test('all laws are there for a world that offers all, and a few for one that offers little', t => {
  t.is(laws.length, 9)
  t.is(openWorldLaws(guess()).length, 5)
})

/** Episodes that answer otherwise. */
const answering = (change: (result: ActResult, action: string) => Partial<ActResult>): Partial<World> => ({
  open: async (task, options) => {
    const episode = await sound.open(task, options)
    return {
      ...episode,
      act: async action => {
        const result = await episode.act(action)
        return { ...result, ...change(result, action) }
      },
    }
  },
})
let calls = 0

const faults: readonly (readonly [law: string, change: Partial<World>])[] = [
  [
    'any text is an action',
    answering((_, action) => {
      if (action.startsWith('dance')) throw new Error('what is that?')
      return {}
    }),
  ],
  ['a task survives a file', { parseTask: value => ({ ...(value as object), limit: 9 }) }],
  ['a task survives a file', { stepLimit: () => 0 }],
  ['a task survives a file', { describe: () => 'Burn the letter.' }],
  ['a score is a share', answering(() => ({ score: 1 }))],
  ['a score is a share', answering(() => ({ score: 2 }))],
  ['a score is a share', answering(() => ({ reward: NaN }))],
  ['a score is a share', answering(() => ({ won: true, score: 1, lost: true }))],
  ['give the same episode', answering(() => ({ observation: `You are in room ${calls++}` }))],
  [
    'a fork goes on',
    {
      open: async (task, options) => {
        const episode: OpenEpisode = await sound.open(task, options)
        return { ...episode, fork: () => episode }
      },
    },
  ],
  ['each turn is of an agent', { agents: ['first', 'second'] }],
  ['without a token', { language: { phrases: ['go', 'left'], silent: [] } }],
  ['an edit changes', { editor: { ...sound.editor!, edit: (task, name) => ({ task, name, reason: '' }) } }],
  ['the expert wins', { simulator: { ...sound.simulator!, expert: () => 'go nowhere' } }],
  ['the expert wins', { simulator: { ...sound.simulator!, expert: () => null } }],
]

for (const [index, [part, change]] of faults.entries()) {
  test(`a world is found out that breaks the law "${part}", by fault ${index + 1}`, async t => {
    const law = openWorldLaws({ ...sound, ...change }).find(({ name }) => name.includes(part))
    const error = await t.throwsAsync(async () => law?.check())
    t.regex(error?.message ?? '', /^post breaks the law: .*\n {2}task {6}\{"start":.*\n {4}Bring the letter/)
    t.regex(error?.message ?? '', /^ {2}expected {2}.+\n {2}found {5}.+\n {2}case \d+, smallest .* with seed/m)
  })
}

test('tasks are given where the world makes none', async t => {
  const { generate: _, ...rest } = guess()
  t.throws(() => openWorldLaws(rest), {
    instanceOf: RangeError,
    message: 'tasks must be given for guess, which generates none, got none',
  })
  for (const { check } of openWorldLaws(rest, { tasks: [{ number: 3 }] })) await t.notThrowsAsync(check)
})
