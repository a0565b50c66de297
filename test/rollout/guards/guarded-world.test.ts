import test from 'ava'
import fc from 'fast-check'
import type { Environment, ExecutionCheck } from '../../../src/contracts/worlds/environment.ts'
import formulas from '../../../examples/formulas.ts'
import post from '../../../examples/post.ts'
import { randomFrom, rootKey } from '../../../src/math/random.ts'
import { guardedWorld } from '../../../src/rollout/guards/guarded-world.ts'
import { FailedError } from '../../../src/runtime/errors/failed-error.ts'
import { present } from '../../fixtures/present.ts'

const author = { name: 'the world post', module: null }
type World = Environment<unknown, unknown>
const own = post() as World

test('a world that gives what it must is the same world', t => {
  const seeds = fc.record({ seed: fc.nat(), split: fc.constantFrom('train' as const, 'unseen' as const) })
  const said = (world: World, { seed, split }: { seed: number; split: 'train' | 'unseen' }) => {
    const random = randomFrom(rootKey(seed))
    const task = world.parseTask(world.generate(split, random))
    const { state, observation } = world.start(task)
    const admissible = world.admissible(state)
    const after = admissible.map(action => [world.step(state, action), world.label(state, action)])
    const edits = (['harder', 'easier'] as const).flatMap(direction =>
      world.editNames(direction).map(name => world.edit(task, name, random)),
    )
    const about = [world.describe(task), world.stepLimit(task), world.expert(state), world.valid(task)]
    return { name: world.name, language: world.language, task, observation, admissible, after, edits, about }
  }
  fc.assert(fc.property(seeds, seed => t.deepEqual(said(guardedWorld(author, own), seed), said(own, seed))))
})

const random = randomFrom(rootKey(1))
const task = own.generate('train', random)
const { state } = own.start(task)

/** A call of each function, and results that it must not give, with what is said of them. */
const calls: Readonly<Record<string, (world: World) => unknown>> = {
  generate: world => world.generate('train', random),
  parseTask: world => world.parseTask(task),
  describe: world => world.describe(task),
  stepLimit: world => world.stepLimit(task),
  start: world => world.start(task),
  step: world => world.step(state, 'go left'),
  admissible: world => world.admissible(state),
  expert: world => world.expert(state),
  label: world => world.label(state, 'go left'),
  editNames: world => world.editNames('harder'),
  edit: world => world.edit(task, 'less time', random),
  valid: world => world.valid(task),
  executionCheck: world => world.executionCheck?.(state),
  grade: world => world.executionCheck?.(state)?.grade([]),
  screen: world => world.screen?.(state, ''),
  'unitTesting.parseTest': world => world.unitTesting?.parseTest(''),
  'unitTesting.job': world => world.unitTesting?.job(task, '', []),
  'unitTesting.exampleTest': world => world.unitTesting?.exampleTest(task, random),
  'unitTesting.mistakenTest': world => world.unitTesting?.mistakenTest?.(task, random),
}

const moved = own.step(state, 'go left')
const label = { good: true, reason: 'nearer' }
const wrongs: Readonly<Record<string, readonly (readonly [result: unknown, said: string])[]>> = {
  generate: [
    [null, 'plain data, got null'],
    [{ ...(task as object), extra: () => 1 }, 'extra as plain data, got a function'],
  ],
  parseTask: [[undefined, 'plain data, got undefined']],
  describe: [[7, 'text, got 7']],
  stepLimit: [
    [NaN, 'a positive integer, got NaN'],
    [0, 'a positive integer, got 0'],
  ],
  start: [
    [[state], 'an object with state and observation, got [{'],
    [{ state }, 'observation as text, got undefined'],
  ],
  step: [
    [{ ...moved, won: undefined }, 'won as true or false, got undefined'],
    [{ ...moved, observation: 42 }, 'observation as text, got 42'],
    [{ ...moved, state: undefined }, 'state as plain data, got undefined'],
    [null, 'an object, got null'],
  ],
  admissible: [[['go left', 3], '[1] as text, got 3']],
  expert: [[undefined, 'text or null, got undefined']],
  label: [[{ good: 'no', reason: '' }, 'good as true or false, got "no"']],
  editNames: [[null, 'a list, got null']],
  edit: [[{ name: 'less time', reason: '' }, 'task as plain data, got undefined']],
  valid: [[1, 'true or false, got 1']],
  executionCheck: [[{ job: { sandbox: 'docker' } }, 'job.sandbox as one of monty, pyodide, got "docker"']],
  grade: [
    [{ observation: '', won: false, score: NaN, label }, 'score as a number in [0, 1], got NaN'],
    [{ observation: '', won: false, score: 0 }, 'label as an object with good and reason, got undefined'],
  ],
  screen: [
    [null, 'an object with tree and calls, got null'],
    [{ tree: '', calls: 3 }, 'calls as text, got 3'],
  ],
  'unitTesting.parseTest': [[{ input: '1' }, 'output as text, got undefined']],
  'unitTesting.job': [[null, 'an object, got null']],
  'unitTesting.exampleTest': [[null, 'text, got null']],
  'unitTesting.mistakenTest': [[undefined, 'text, got undefined']],
}

for (const [part, call] of Object.entries(calls)) {
  const rigged = (work: () => never) => guardedWorld(author, worldWith(part, work))
  const giving = (result: unknown) => rigged(() => result as never)
  test(`a wrong result of ${part} is the world's fault, named with the value`, t => {
    t.true((wrongs[part] ?? []).length > 0)
    for (const [result, said] of wrongs[part] ?? []) {
      const error = t.throws(() => call(giving(result)), { instanceOf: FailedError })
      t.is(error.failure.kind, 'user-code')
      t.true(error.message.startsWith(`the world post: ${part} must give ${said}`), error.message)
    }
    t.throws(() => call(giving(Promise.reject(new Error('later')))), {
      message: new RegExp(`^the world post: ${part} gave a Promise, but must give `),
    })
  })
  test(`an error of ${part} is told with its place`, t => {
    const throwing = rigged(() => {
      throw new TypeError('a bug')
    })
    t.throws(() => call(throwing), {
      instanceOf: FailedError,
      message: new RegExp(
        `^the world post: ${part} threw: TypeError: a bug \\(.*guarded-world\\.test\\.[jt]s:\\d+:\\d+\\)$`,
      ),
    })
  })
}

test('a task of the world that it would refuse to play is refused, and a task of somebody else’s by the world itself', t => {
  const world = guardedWorld(author, { ...own, generate: () => ({}), valid: () => true })
  const refused = 'letter must be an integer from 1 to 6, got undefined'
  t.throws(() => world.generate('train', random), {
    message: `the world post: generate gave a task that its parseTask refuses: ${refused}`,
  })
  t.throws(() => world.valid({}), { message: /: valid approves of a task that its parseTask refuses: letter/ })
  t.throws(() => world.parseTask({}), { instanceOf: RangeError, message: refused })
})

/** The world of a part that is replaced; a world of programs where it takes one. */
function worldWith(part: string, work: () => never): World {
  const [outer, inner] = part.split('.')
  const programs = formulas() as World
  if (part === 'grade') {
    const grade = work as ExecutionCheck['grade']
    const job = present(programs.unitTesting).job(programs.generate('train', random), '1', [])
    return { ...own, executionCheck: () => ({ job, grade }) }
  }
  if (inner === undefined) return { ...own, [part]: work }
  return { ...own, [present(outer)]: { ...present(programs.unitTesting), [inner]: work } }
}
