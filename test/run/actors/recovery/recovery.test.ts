import test from 'ava'
import type { SystemEvent } from '../../../../src/runtime/supervision/system-event.ts'
import { createRoster } from '../../../../src/runtime/supervision/roster.ts'
import { createRecovery } from '../../../../src/run/actors/recovery/recovery.ts'
import { nth } from '../../../../src/math/nth.ts'

const died = (actor: string): SystemEvent => ({
  kind: 'died',
  death: { actor, cause: 'exit', reason: '', stack: '', exitCode: 1, output: '' },
  response: { kind: 'restart', delayMs: 0 },
})
const restarted = (actor: string): SystemEvent => ({ kind: 'restarted', actor, incarnation: 1 })
const microtasks = () => new Promise(setImmediate)

/** A recovery whose client restores when the test says so. */
function stage() {
  const told: string[] = []
  const restoring: { readonly actor: string; readonly done: () => void; readonly failed: (error: Error) => void }[] = []
  const roster = createRoster()
  roster.subscribe((actor, status) => void told.push(`${actor} ${status}`))
  const recover = createRecovery({
    client: {
      restore: actor => new Promise((done, failed) => restoring.push({ actor, done, failed })),
    },
    roster,
    fail: ({ message }) => void told.push(`fail ${message}`),
  })
  return { told, restoring, recover, roster }
}

test('an actor is ready once it is restored, even while others are missing', async t => {
  const { told, restoring, recover, roster } = stage()
  for (const event of [died('gpu'), died('policy'), restarted('policy'), restarted('gpu')]) recover(event)
  t.deepEqual(told, ['gpu dead', 'policy dead'])
  t.deepEqual([roster.statusOf('gpu'), roster.statusOf('policy')], ['restoring', 'restoring'])
  nth(restoring, 0).done()
  await microtasks()
  t.deepEqual(told.slice(2), ['policy ready'])
  t.deepEqual(roster.missing(), ['gpu'])
  nth(restoring, 1).done()
  await microtasks()
  t.deepEqual(told.slice(3), ['gpu ready'])
  t.deepEqual(roster.missing(), [])
})

test('an answer from a life that is over restores nobody', async t => {
  const { told, restoring, recover } = stage()
  for (const event of [died('gpu'), restarted('gpu'), died('gpu')]) recover(event)
  nth(restoring, 0).done()
  await microtasks()
  t.deepEqual(told, ['gpu dead', 'gpu dead'])
  recover(restarted('gpu'))
  nth(restoring, 1).done()
  await microtasks()
  t.is(told.at(-1), 'gpu ready')
})

test('an actor that cannot be restored ends the run', async t => {
  const { told, restoring, recover } = stage()
  for (const event of [died('adapter'), restarted('adapter')]) recover(event)
  nth(restoring, 0).failed(new Error('adapter has not answered recall within 120000 ms'))
  await microtasks()
  t.deepEqual(told.slice(1), ['fail adapter has not answered recall within 120000 ms'])
})

test('an actor that ends by itself ends the run', t => {
  const { told, recover } = stage()
  recover({ kind: 'exited', actor: 'policy' })
  t.deepEqual(told, ['fail policy ended its outbox while the run still needs it'])
})
