import test from 'ava'
import fc from 'fast-check'
import { createContexts, type CachedContext, type Contexts } from '../../src/engine/local/cache/contexts.ts'
import { createPages, pageLength, type Pages } from '../../src/engine/local/cache/pages.ts'
import { nth } from '../../src/math/nth.ts'

/** One number an entry. */
const groupBytes = 4 * pageLength

const memory = () => createPages(new Float32Array(0), groupBytes)

/** Where an entry's number is. */
const cell = (pages: Pages, groups: readonly number[], entry: number): Float32Array =>
  new Float32Array(
    pages.buffer(),
    pages.place(nth(groups, Math.floor(entry / pageLength))) + 4 * (entry % pageLength),
    1,
  )

/** What is computed of an entry, which hangs on all tokens up to it. */
const valueOf = (tokens: readonly number[], entry: number): number =>
  tokens.slice(0, entry + 1).reduce((sum, token) => (31 * sum + token) % 9973, 7)

/** Computes what is not cached, as a model would, and keeps it; what lies behind is scratch. */
function compute(context: CachedContext, contexts: Contexts, pages: Pages): void {
  const { tokens, groups, cached } = context
  contexts.reach(groups, tokens.length + 3)
  for (let entry = cached; entry < tokens.length; entry += 1) cell(pages, groups, entry)[0] = valueOf(tokens, entry)
  for (let entry = tokens.length; entry < tokens.length + 3; entry += 1) cell(pages, groups, entry)[0] = NaN
  contexts.keep(context, tokens.length)
  contexts.trim(context)
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
      const pages = memory()
      const contexts = createContexts(pages)
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
        compute(context, contexts, pages)
      }
      for (const name of names) {
        const { tokens, groups, cached } = contexts.open(name)
        const held = tokens.slice(0, cached)
        t.is(groups.length, Math.ceil(cached / pageLength))
        t.deepEqual(
          held.map((_, entry) => cell(pages, groups, entry)[0]),
          held.map((_, entry) => valueOf(tokens, entry)),
        )
      }
    }),
    { numRuns: 40 },
  )
})

test('contexts that begin alike hold the same pages, and adopt them without computing', t => {
  const pages = memory()
  const contexts = createContexts(pages)
  const prompt = Array.from({ length: 2 * pageLength + 3 }, (_, index) => index % 7)
  const first = contexts.open('first')
  first.tokens.push(...prompt, 1)
  const second = contexts.open('second')
  second.tokens.push(...prompt, 2)
  t.is(contexts.nextPage(first), contexts.nextPage(second))
  compute(first, contexts, pages)
  contexts.adopt(second)
  t.is(second.cached, 2 * pageLength)
  t.deepEqual(second.groups, first.groups.slice(0, 2))
  t.is(contexts.nextPage(second), null)
  contexts.release('first')
  compute(second, contexts, pages)
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
  const pages = memory()
  const contexts = createContexts(pages)
  const context = contexts.open('a')
  context.tokens.push(1, 2, 3)
  compute(context, contexts, pages)
  t.is(context.cached, 3)
  contexts.invalidate()
  t.deepEqual(contexts.open('a'), { tokens: [1, 2, 3], groups: [], cached: 0 })
  t.is(contexts.length('a'), 3)
  t.is(contexts.length('nobody'), 0)
})
