import test from 'ava'
import type { ActResult, OpenEpisode, World } from '../../../src/contracts/worlds/world.ts'
import post from '../../../examples/post.ts'
import formulas from '../../../examples/formulas.ts'
import type { Environment } from '../../../src/contracts/worlds/environment.ts'
import { randomFrom, rootKey } from '../../../src/math/random.ts'
import { fromPure } from '../../../src/rollout/from-pure.ts'
import { guardedOpenWorld } from '../../../src/rollout/guards/guarded-open-world.ts'
import { FailedError } from '../../../src/runtime/errors/failed-error.ts'

const author = { name: 'the world post', module: null }
const own = fromPure(post() as Environment<unknown, unknown>)
const tested = fromPure(formulas() as Environment<unknown, unknown>)
const random = randomFrom(rootKey(1))
const task = own.generate?.('train', random)
const options = { key: rootKey(1), signal: new AbortController().signal, run: () => Promise.resolve([]) }

/** What a world has to say of a wrong result of a part, by the part's name. */
const wrongs: Readonly<
  Record<string, { readonly world: unknown; readonly call: (world: World) => unknown; readonly says: RegExp }>
> = {
  generate: {
    world: { ...own, generate: () => undefined },
    call: world => world.generate?.('train', random),
    says: /generate must give plain data, got undefined/,
  },
  'a task that is refused': {
    world: { ...own, generate: () => ({ letter: 7 }) },
    call: world => world.generate?.('train', random),
    says: /generate gave a task that its parseTask refuses/,
  },
  'editor.valid': {
    world: { ...own, editor: { ...own.editor, valid: () => true } },
    call: world => world.editor?.valid({ letter: 7 }),
    says: /editor\.valid approves of a task that its parseTask refuses/,
  },
  'editor.names': {
    world: { ...own, editor: { ...own.editor, names: () => 'less time' } },
    call: world => world.editor?.names('harder'),
    says: /editor\.names must give a list, got "less time"/,
  },
  'simulator.expert': {
    world: { ...own, simulator: { ...own.simulator, expert: () => 7 } },
    call: world => world.simulator?.expert(0),
    says: /simulator\.expert must give text or null, got 7/,
  },
  screens: {
    world: { ...own, screens: () => [{ tree: 'RootWebArea' }] },
    call: world => world.screens?.({ task, opening: '', steps: [] }),
    says: /screens must give \[0\]\.calls as text, got undefined/,
  },
  'unitTesting.exampleTest': {
    world: { ...tested, unitTesting: { ...tested.unitTesting, exampleTest: () => 7 } },
    call: world => world.unitTesting?.exampleTest(task, random),
    says: /unitTesting\.exampleTest must give text, got 7/,
  },
}

for (const [name, { world, call, says }] of Object.entries(wrongs))
  test(`a wrong result is the world's fault: ${name}`, t => {
    const { message } = t.throws(() => call(guardedOpenWorld(author, world as World)), { instanceOf: FailedError })
    t.regex(message, says)
  })

test('pictures are bytes', async t => {
  const shot = { tree: '', calls: '', picture: 'a' as unknown as Uint8Array }
  const world = guardedOpenWorld(author, { ...own, screenshots: () => Promise.resolve([shot]) })
  const taken = async () => world.screenshots?.({ task, opening: '', steps: [] }, options.signal)
  await t.throwsAsync(taken, {
    instanceOf: FailedError,
    message: /screenshots must give \[0\]\.picture as bytes, got "a"/,
  })
})

const opening = (episode: Partial<Record<keyof OpenEpisode, unknown>>): World =>
  guardedOpenWorld(author, {
    ...own,
    open: () => ({ observation: '', act: () => moved, close: () => {}, ...episode }) as OpenEpisode,
  })
const moved: ActResult = { observation: '', won: false, score: 0, label: null }

test('a close that throws at once, or returns no promise, is a promise', async t => {
  const throwing = await opening({
    close: () => {
      throw new Error('jammed')
    },
  }).open(task, options)
  await t.throwsAsync(throwing.close(), { message: 'jammed' })
  const silent = await opening({}).open(task, options)
  await t.notThrowsAsync(silent.close())
})

test('an episode is held to its results at once and later, and so is its fork', async t => {
  const wrong = { ...moved, score: 2 }
  const at = await opening({
    act: () => wrong,
    fork: () => ({ observation: '', act: () => Promise.resolve(wrong), close: () => {} }),
  }).open(task, options)
  t.throws(() => at.act('go left'), {
    instanceOf: FailedError,
    message: /act must give score as a number in \[0, 1\], got 2/,
  })
  const fork = await at.fork?.()
  await t.throwsAsync(async () => fork?.act('go left'), { instanceOf: FailedError, message: /act must give score as/ })
})
