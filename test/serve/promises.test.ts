/** Results that wait for those who asked for them. */
import test from 'ava'
import fc from 'fast-check'
import { awakeTime } from '../../src/runtime/waiting/awake-time.ts'
import { createPromises } from '../../src/serve/state/promises.ts'

const most = 100

test('of results that were told the latest are kept, up to their bytes; of others none is lost', async t => {
  const sizes = fc.array(fc.record({ bytes: fc.integer({ min: 0, max: 60 }), asked: fc.boolean() }), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(sizes, async results => {
      const { take, retrieve } = createPromises(awakeTime(), most)
      const statusOf = async (id: string): Promise<number> => (await retrieve(id, '')).status
      const ids = results.map(({ bytes }) =>
        take(Promise.resolve(() => ({ status: 200, contentType: '', body: new Uint8Array(bytes) }))),
      )
      let kept: { readonly id: string; readonly bytes: number }[] = []
      const told: string[] = []
      for (const [index, { bytes, asked }] of results.entries()) {
        const id = String(index + 1)
        if (!asked) continue
        t.is(await statusOf(id), 200)
        told.push(id)
        kept.push({ id, bytes })
        while (kept.length > 1 && kept.reduce((sum, each) => sum + each.bytes, 0) > most) kept = kept.slice(1)
      }
      const remains = new Set(kept.map(({ id }) => id))
      for (const id of told) t.is(await statusOf(id), remains.has(id) ? 200 : 410)
      for (const id of ids.filter(each => !told.includes(each))) t.is(await statusOf(id), 200)
    }),
    { numRuns: 30 },
  )
})

test('a result that was told once more counts once', async t => {
  const { take, retrieve } = createPromises(awakeTime(), most)
  const reply = { status: 200, contentType: '', body: 'x'.repeat(40) }
  const [first, second] = [take(Promise.resolve(() => reply)), take(Promise.resolve(() => reply))]
  for (const id of [first, first, first, second, first]) t.is((await retrieve(id, '')).status, 200)
})

test('a number that nobody was given is unknown', async t => {
  const { retrieve } = createPromises(awakeTime())
  t.is((await retrieve('1', '')).status, 404)
})
