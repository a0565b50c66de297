import test from 'ava'
import { firstThatLoads } from '../../src/files/optional-package.ts'

const advice = (reasons: string): string => `run 'npm install abacus' (${reasons})`

test('the first package that loads is taken', async t => {
  t.is(await firstThatLoads(['no-such-abacus', 'node:path', 'no-such-sextant'], advice), await import('node:path'))
})

test('if none loads, the error says what to install and why each did not, a line in all', async t => {
  const error = await t.throwsAsync(() => firstThatLoads(['no-such-abacus', '@no-such/sextant'], advice))
  t.regex(error.message, /^run 'npm install abacus' \(no-such-abacus: .*'no-such-abacus'.*; @no-such\/sextant: /)
  t.false(error.message.includes('\n'))
})
