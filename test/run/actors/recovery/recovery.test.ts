import test from 'ava'
import type { SystemEvent } from '../../../../src/runtime/supervision/system-event.ts'
import { createRecovery } from '../../../../src/run/actors/recovery/recovery.ts'

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
  const recover = createRecovery({
    client: {
      lost: actor => void told.push(`client lost ${actor}`),
      restore: actor => new Promise((done, failed) => restoring.push({ actor, done, failed })),
    },
    rollouts: { lost: actor => void told.push(`lost ${actor}`), resume: () => void told.push('resume') },
    fail: ({ message }) => void told.push(`fail ${message}`),
  })
  return { told, restoring, recover }
}

test('episodes go on once the last of those who are missing is restored', async t => {
  const { told, restoring, recover } = stage()
  for (const event of [died('gpu'), died('policy'), restarted('policy'), restarted('gpu')]) recover(event)
  t.deepEqual(told, ['client lost gpu', 'lost gpu', 'client lost policy', 'lost policy'])
  restoring[1]!.done()
  await microtasks()
  t.is(told.length, 4)
  restoring[0]!.done()
  await microtasks()
  t.deepEqual(told.slice(4), ['resume'])
})

test('an answer from a life that is over restores nobody', async t => {
  const { told, restoring, recover } = stage()
  for (const event of [died('gpu'), restarted('gpu'), died('gpu')]) recover(event)
  restoring[0]!.done()
  await microtasks()
  t.false(told.includes('resume'))
  recover(restarted('gpu'))
  restoring[1]!.done()
  await microtasks()
  t.is(told.at(-1), 'resume')
})

test('whoever cannot be restored ends the run', async t => {
  const { told, restoring, recover } = stage()
  for (const event of [died('adapter'), restarted('adapter')]) recover(event)
  restoring[0]!.failed(new Error('adapter has not answered recall within 120000 ms'))
  await microtasks()
  t.deepEqual(told.slice(2), ['fail adapter has not answered recall within 120000 ms'])
})

test('whoever ends by itself ends the run', t => {
  const { told, recover } = stage()
  recover({ kind: 'exited', actor: 'policy' })
  t.deepEqual(told, ['fail policy ended its outbox while the run still needs it'])
})
