import test from 'ava'
import { longestWaits } from '../../../src/run/actors/run-actors.ts'

test('a reply, and silence, may take as long as calls of the engine, replies and servers that are said to take longer', t => {
  t.deepEqual(longestWaits({ callMs: 100_000 }, [{}]), { replyMs: 120_000, silenceMs: 120_000 })
  t.is(longestWaits({ callMs: 100_000 }, [{ replyMs: 500_000 }]).replyMs, 500_000)
})

test('a fresh actor may wait for a worker for as long as it is allowed to, and then take as long as any other', t => {
  t.deepEqual(longestWaits({ callMs: 100_000 }, [], 600_000), { replyMs: 720_000, silenceMs: 720_000 })
})
