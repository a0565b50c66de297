import test from 'ava'
import fc from 'fast-check'
import { pathToFileURL } from 'node:url'
import adapter from '../../actors/adapter.ts'
import findEdit, { type EditSearch } from '../../actors/adapter-search.ts'
import { describeFailure } from '../../src/contracts/failure.ts'
import { rootKey } from '../../src/math/random.ts'
import type { Adapt, ToAdapter } from '../../src/curriculum/messages.ts'
import { FailedError } from '../../src/runtime/errors/failed-error.ts'
import { emptyMemory, learn } from '../../src/curriculum/edit-memory.ts'
import { coloursModule, coloursWorld } from '../run/tiny-run.ts'
import { exchange } from './exchange.ts'

const environment = { module: pathToFileURL(coloursModule).href, options: {} }
const world = await coloursWorld()
const tasks = fc.record({
  wanted: fc.uniqueArray(fc.constantFrom('red', 'green', 'blue'), { minLength: 1 }),
  limit: fc.integer({ min: 1, max: 8 }),
})
const search = async (order: EditSearch) => {
  const found = await findEdit(order)
  if (found.kind === 'failed') throw new FailedError(found.failure)
  return found.edit
}
const directions = fc.constantFrom('harder' as const, 'easier' as const)

test('a candidate differs from its task and passes the check of the world', async t => {
  await fc.assert(
    fc.asyncProperty(tasks, directions, fc.nat(), async (task, direction, seed) => {
      const names = world.editNames(direction)
      const order = { environment, task, names, complaint: null, attempts: 4, key: rootKey(seed) }
      const found = await search(order)
      t.deepEqual(await search(order), found, 'the same key finds the same')
      if (found === null) return
      t.notDeepEqual(found.task, task)
      t.true(world.valid(found.task))
      t.true(names.includes(found.name))
    }),
    { numRuns: 40 },
  )
})

test('where no attempt gives a candidate there is none', async t => {
  const task = { wanted: ['red'], limit: 1 }
  const order = { environment, task, complaint: null, attempts: 8, key: rootKey(1) }
  t.is(await search({ ...order, names: world.editNames('harder') }), null)
  t.is(await search({ ...order, names: [] }), null)
})

test('the world is told what the critic complains of', async t => {
  const module = new URL('../../examples/formulas.js', import.meta.url).href
  const order = { environment: { module, options: {} }, task: { times: 3, plus: 1 }, attempts: 4, key: rootKey(1) }
  const names = ['less plus', 'fewer times']
  const found = async (complaint: string | null) => (await search({ ...order, names, complaint }))?.name
  t.is(await found(null), 'less plus')
  t.is(await found('wrong at the start'), 'less plus')
  t.is(await found('wrong slope'), 'fewer times')
})

test('a task with its keys in another order is the same task', async t => {
  const module = new URL('../fixtures/worlds/reordering.js', import.meta.url).href
  const order = {
    environment: { module, options: {} },
    task: { wanted: ['red'], limit: 4 },
    attempts: 4,
    key: rootKey(1),
  }
  t.is(await search({ ...order, names: ['turn round'], complaint: null }), null)
})

const routed = { to: 'adapter', from: 'trainer' } as const
const adapt = (id: string, task: unknown): Adapt => ({
  ...routed,
  kind: 'adapt',
  id,
  slot: 3,
  task,
  accuracy: 0.125,
  direction: 'easier',
  critic: { complaint: 'it does not', condemned: 0.5, text: '✗ blue: it does not\n  red: it fits; it does not' },
  key: rootKey(1),
})

test('a proposal says what changed and what in the critic spoke for it; one that fails is told, and the next made', async t => {
  const made = await adapter({ environment, attempts: 8 })
  const out = await exchange(made, 'adapter', [
    adapt('a', { wanted: ['red'], limit: 2 }),
    adapt('b', null),
    adapt('c', { wanted: ['red'], limit: 2 }),
  ])
  const [first, second, third] = out
  if (first?.kind !== 'proposed' || second?.kind !== 'proposed') return t.fail()
  t.like(first, { to: 'trainer', from: 'adapter', id: 'a', slot: 3, proposal: { complaint: 'it does not' } })
  t.regex(first.proposal?.reason ?? '', /^There is more (time|colours)\.|There are more (time|colours)\. /)
  t.regex(first.proposal?.reason ?? '', /\(success 13 %, 50 % of steps condemned, mostly "it does not"\)$/)
  t.like(second, {
    kind: 'proposed',
    to: 'trainer',
    id: 'b',
    proposal: null,
    failure: { kind: 'user-code' },
  })
  t.regex(describeFailure(second.failure ?? { kind: 'stopped', actor: '' }), /^the world colours: edit threw: /)
  t.like(third, { id: 'c', proposal: first.proposal })
})

test('what became of proposals is learned, and can be taken away and given back', async t => {
  const decision = { direction: 'easier', edit: 'more time', complaint: null, accepted: true } as const
  const settled: ToAdapter = { ...routed, kind: 'proposal-outcome', ...decision }
  const recall: ToAdapter = { ...routed, kind: 'get-state', id: 'r' }
  const learned = learn(emptyMemory, decision)
  const out = await exchange(await adapter({ environment, attempts: 1 }), 'adapter', [
    recall,
    settled,
    recall,
    { ...routed, kind: 'set-state', memory: emptyMemory },
    recall,
  ])
  t.deepEqual(
    out.map(message => message.kind === 'state' && message.memory),
    [emptyMemory, learned, emptyMemory],
  )
})
