import test from 'ava'
import { createRepetitionCheck } from '../../../../src/run/actors/recovery/repeated-death.ts'
import type { Death } from '../../../../src/runtime/errors/death.ts'

const death: Death = {
  ...{ actor: 'policy', cause: 'exception', reason: 'RangeError: no token 409', stack: '', exitCode: 1, output: '' },
  message: 'sampled train/1/0/2~57#3',
}

test('a death repeats by itself where actor, cause, reason and message are the same, whichever attempt it was', t => {
  const check = createRepetitionCheck()
  t.notThrows(() => check(death))
  const again = { ...death, message: 'sampled train/1/0/2~61#3' }
  t.throws(() => check(again), {
    name: 'RepeatedDeathError',
    message:
      'policy died again over the same message, sampled train/1/0/2~61#3, as before (exception): RangeError: no token 409',
  })
})

test('deaths that differ, and those before any message, are no repetition', t => {
  const check = createRepetitionCheck()
  const { message: _, ...early } = death
  for (const other of [
    ...[death, early, early],
    { ...death, actor: 'observer' },
    { ...death, cause: 'hang' as const },
    { ...death, reason: 'RangeError: no token 410' },
    { ...death, message: 'sampled train/1/0/2~57#4' },
    { ...death, message: 'observed train/1/0/2~57' },
  ])
    t.notThrows(() => check(other))
})

test('how full a heap was does not tell deaths apart', t => {
  const check = createRepetitionCheck()
  const full = (mb: number): Death => ({ ...death, cause: 'out-of-memory', reason: `reached its limit: ${mb} MB` })
  check(full(40))
  t.throws(() => check(full(41)), { name: 'RepeatedDeathError' })
})
