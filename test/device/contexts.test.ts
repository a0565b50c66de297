import test from 'ava'
import fc from 'fast-check'
import { createContexts, pageLength, type Context } from '../../src/device/onnx/contexts.ts'
import { createWorkspace, type Workspace } from '../../src/device/onnx/workspace.ts'
import { headSize } from '../../src/model/tensors.ts'
import { smallConfig } from '../laws/device-cases.ts'

const size = headSize(smallConfig)
const heads = smallConfig.num_key_value_heads
const parts = 2 * smallConfig.num_hidden_layers

/** What is computed of an entry, which hangs on all tokens up to it. */
const valueOf = (tokens: readonly number[], entry: number, place: number): number =>
  Math.fround(tokens.slice(0, entry + 1).reduce((sum, token) => (31 * sum + token) % 9973, 7) + place / 8)

/** Computes what is not cached, as a model would, and keeps it. */
function compute(context: Context, contexts: ReturnType<typeof createContexts>, workspace: Workspace): void {
  contexts.load(context, workspace, 0)
  for (let part = 0; part < parts; part += 1) {
    for (let head = 0; head < heads; head += 1) {
      const row = workspace.head(part, 0, head)
      for (let entry = context.cached; entry < context.tokens.length; entry += 1) {
        row.fill(valueOf(context.tokens, entry, part * heads + head), entry * size, (entry + 1) * size)
      }
    }
  }
  contexts.save(context, workspace, 0, context.tokens.length)
}

test('what is kept of a context is what its own tokens give, whatever others share, grow, cut or release', t => {
  const action = fc.record({
    name: fc.constantFrom('a', 'b', 'c'),
    /* Few tokens, so that contexts begin alike. */
    grow: fc.array(fc.constantFrom(1, 2), { minLength: 1, maxLength: 40 }),
    same: fc.boolean(),
    drop: fc.constantFrom('all', 'some', 'keys', 'nothing', 'nothing', 'nothing'),
  })
  fc.assert(
    fc.property(fc.array(action, { minLength: 1, maxLength: 25 }), actions => {
      const contexts = createContexts(smallConfig)
      const workspace = createWorkspace(smallConfig)
      workspace.fit(1, 1024)
      const names = new Set<string>()
      for (const { name, grow, same, drop } of actions) {
        names.add(name)
        if (drop === 'all') contexts.release(name)
        else if (drop === 'some') contexts.cut(name, grow.length)
        else if (drop === 'keys') contexts.invalidate()
        const context = contexts.open(name)
        context.tokens.push(...(same ? grow.map(() => 1) : grow))
        contexts.adopt(context)
        t.true(context.cached <= context.tokens.length)
        compute(context, contexts, workspace)
      }
      for (const name of names) {
        const context = contexts.open(name)
        workspace.clear()
        workspace.fit(1, 1024)
        contexts.load(context, workspace, 0)
        for (let part = 0; part < parts; part += 1) {
          const read = Array.from(
            context.tokens.slice(0, context.cached),
            (_, entry) => workspace.head(part, 0, 1)[(entry + 1) * size - 1],
          )
          t.deepEqual(
            read,
            read.map((_, entry) => valueOf(context.tokens, entry, part * heads + 1)),
          )
        }
      }
    }),
    { numRuns: 40 },
  )
})

test('contexts that begin alike hold the same pages, and adopt them without computing', t => {
  const contexts = createContexts(smallConfig)
  const workspace = createWorkspace(smallConfig)
  workspace.fit(1, 64)
  const prompt = Array.from({ length: 2 * pageLength + 3 }, (_, index) => index % 7)
  const first = contexts.open('first')
  first.tokens.push(...prompt, 1)
  const second = contexts.open('second')
  second.tokens.push(...prompt, 2)
  t.is(contexts.nextPage(first), contexts.nextPage(second))
  compute(first, contexts, workspace)
  contexts.adopt(second)
  t.is(second.cached, 2 * pageLength)
  t.deepEqual(second.groups, first.groups.slice(0, 2))
  t.is(contexts.nextPage(second), null)
  contexts.release('first')
  compute(second, contexts, workspace)
  const third = contexts.open('third')
  third.tokens.push(...prompt)
  contexts.adopt(third)
  t.is(third.cached, 2 * pageLength)
  contexts.release('second')
  contexts.release('third')
  const fourth = contexts.open('fourth')
  fourth.tokens.push(...prompt)
  contexts.adopt(fourth)
  t.is(fourth.cached, 0)
})

test('after a change of weights tokens are kept and keys are not', t => {
  const contexts = createContexts(smallConfig)
  const workspace = createWorkspace(smallConfig)
  workspace.fit(1, 64)
  const context = contexts.open('a')
  context.tokens.push(1, 2, 3)
  compute(context, contexts, workspace)
  t.is(context.cached, 3)
  contexts.invalidate()
  t.deepEqual(contexts.open('a'), { tokens: [1, 2, 3], groups: [], cached: 0, losses: 1 })
  t.is(contexts.length('a'), 3)
  t.is(contexts.length('nobody'), 0)
})
