import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import fc from 'fast-check'
import { readKeys } from '../../../src/gateway/limits/keys.ts'
import { LimitReached } from '../../../src/gateway/limits/limit-reached.ts'
import { createKeyLimiter } from '../../../src/gateway/limits/limiter.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const most = fc.integer({ min: 1, max: 5 })
const step = fc.record({ waitMs: fc.nat(40_000), tokens: fc.nat(20), isLong: fc.boolean() })

test('no minute has more requests or open turns than a key may have; after Retry-After it is let in again', t => {
  fc.assert(
    fc.property(most, most, fc.integer({ min: 1, max: 40 }), fc.array(step, { maxLength: 40 }), (a, b, c, steps) => {
      let time = 0
      const limits = { requestsPerMinute: a, openTurns: b, tokensPerMinute: c }
      const { admit } = createKeyLimiter(limits, () => time)
      const admitted: number[] = []
      const open: ((tokens: number) => void)[] = []
      for (const { waitMs, tokens, isLong } of steps) {
        time += waitMs
        try {
          open.push(admit())
        } catch (thrown) {
          if (!(thrown instanceof LimitReached)) throw thrown
          for (const end of open.splice(0)) end(0)
          time += thrown.retryAfterS * 1000
          open.push(admit())
        }
        admitted.push(time)
        t.true(open.length <= b)
        t.true(admitted.filter(at => at > time - 60_000).length <= a)
        if (!isLong) open.shift()?.(tokens)
      }
    }),
  )
})

test('tokens beyond the limit are answered once, and then wait for the minute to pass', t => {
  let time = 1000
  const { admit } = createKeyLimiter({ tokensPerMinute: 100 }, () => time)
  admit()(60)
  time += 10_000
  admit()(70)
  t.like(t.throws(admit, { instanceOf: LimitReached }), { retryAfterS: 50 })
  time += 50_000
  admit()(0)
})

test('keys have names and limits; what is wrong with their file is said without a key', async t => {
  const folder = await temporaryFolder(t)
  const path = join(folder, 'keys.json')
  const directory = join(folder, 'gateway')
  const key = 'a-key-of-16-letters'
  await writeFile(path, JSON.stringify({ ann: { key, openTurns: 2 }, bob: { key: `${key}-2` } }))
  t.like(await readKeys(path, directory), [{ name: 'ann', key, limits: { openTurns: 2 } }, { name: 'bob' }])
  const refused = async (text: string, message: RegExp): Promise<void> => {
    await writeFile(path, text)
    const error = await t.throwsAsync(readKeys(path, directory), { instanceOf: RangeError, message })
    t.false(error?.message.includes(key))
  }
  await refused(`{"ann": "${key}`, /must be JSON$/)
  await refused('{}', /at least one key/)
  await refused(JSON.stringify({ ann: { key }, bob: { key } }), /must not name a key twice/)
  await refused(JSON.stringify({ ann: { key, openTurns: 0 } }), /^keys\.ann\.openTurns: .*, got 0$/)
  for (const inside of [path, join(folder, '..keys.json')]) {
    await writeFile(inside, JSON.stringify({ ann: { key } }))
    await t.throwsAsync(readKeys(inside, folder), { message: /must not be in the directory of the gateway/ })
  }
})
