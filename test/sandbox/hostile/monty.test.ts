import test from 'ava'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import { contains, programs } from './suite.ts'

const sandbox = createSandbox({ threads: 1 })
test.after.always(() => sandbox.close())

contains('monty', sandbox, { timeMs: 50, ownMs: 150 })

test('there are at least sixty, and each tries something else', t => {
  t.true(programs.length >= 60)
  t.is(new Set(programs.map(({ name }) => name)).size, programs.length)
  t.is(new Set(programs.map(({ program }) => program)).size, programs.length)
})
