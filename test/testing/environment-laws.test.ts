/** A law that nothing breaks proves nothing: each is broken here by a world with one fault. */
import test from 'ava'
import post, { type PostState, type PostTask } from '../../examples/post.ts'
import type { Environment } from '../../src/environment.ts'
import { environmentLaws } from '../../src/testing/index.ts'

type World = Environment<PostTask, PostState>

const sound = post()
let calls = 0

const faults: readonly (readonly [law: string, change: Partial<World>])[] = [
  [
    'the same seed',
    { step: (state, action) => ({ ...sound.step(state, action), observation: `You are in ${calls++}` }) },
  ],
  ['as it was', { label: (state, action) => sound.label(Object.assign(state, { room: 1 }), action) }],
  [
    'another thread',
    { start: task => ({ ...sound.start(task), state: { ...begun(task), odd: () => 1 } as PostState }) },
  ],
  ['refused and changes nothing', { step: (state, action) => ({ ...sound.step(state, action), observation: 'Yes.' }) }],
  ['named once', { admissible: state => sound.admissible(state).toReversed() }],
  ['never a good step', { label: () => ({ good: true, reason: 'nearer to the goal' }) }],
  ['wherever play has led', { expert: () => 'wait' }],
  ['a step that wins', { label: () => ({ good: false, reason: 'nothing comes of it' }) }],
  ['within the step limit', { stepLimit: () => 2 }],
  ['survives a file', { parseTask: value => ({ ...sound.parseTask(value), limit: 9 }) }],
  ['an edit changes', { edit: (task, name) => ({ task, name, reason: '' }) }],
  ['without a token', { language: { phrases: ['go', 'left'], silent: [] } }],
  ['share no layout', { generate: (_, random) => sound.generate('train', random) }],
]
const begun = (task: PostTask): PostState => sound.start(task).state

for (const [part, change] of faults) {
  test(`a world is found out that breaks the law "${part}"`, t => {
    const world: World = { ...sound, ...change }
    const laws = environmentLaws(world, {
      refusal: 'Nothing happens.',
      layoutOf: ({ letter, goal }) => `${letter} to ${goal}`,
    })
    const broken = laws.find(({ name }) => name.includes(part))
    t.throws(() => broken?.check())
  })
}

test('a task that the post does not have is refused by field and value', t => {
  const task = { start: 1, letter: 2, goal: 3, limit: 9 }
  t.deepEqual(sound.parseTask(task), task)
  const refused = (value: unknown, message: string) =>
    t.throws(() => sound.parseTask(value), { instanceOf: RangeError, message })
  refused({ ...task, letter: 7 }, 'letter must be an integer from 1 to 6, got 7')
  refused({ ...task, goal: undefined }, 'goal must be an integer from 1 to 6, got undefined')
  refused({ ...task, goal: 2 }, 'goal must be another room than letter, got 2 for both')
  refused(null, 'letter must be an integer from 1 to 6, got undefined')
  t.throws(() => post({ rooms: 3 }), {
    instanceOf: RangeError,
    message: 'rooms must be an integer from 4 to 12, got 3',
  })
})
