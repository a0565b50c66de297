import test from 'ava'
import { VirtualTimeScheduler } from 'rxjs'
import { createIdleWatch } from '../../../src/experiment/queue/idle-watch.ts'

test('what an experiment waits for is told while none of its runs is made, at last that it waits no longer', t => {
  const scheduler = new VirtualTimeScheduler()
  const watch = createIdleWatch({ waitMs: 60_000, obstacles: () => 'w0: leaves', scheduler })
  const at = (seconds: number, run: string, isMade = false) => {
    scheduler.frame = 1_000 * seconds
    return watch.look(run, isMade)
  }
  const [nothing, warning] = [{ warning: null, over: null }, 'waiting for a worker that takes runs; w0: leaves']
  t.deepEqual(at(0, 'one'), nothing)
  t.deepEqual(at(3, 'one'), { ...nothing, warning })
  t.deepEqual(at(3, 'two'), nothing)
  t.deepEqual(at(33, 'two'), { ...nothing, warning })
  t.deepEqual(at(50, 'one', true), nothing)
  t.deepEqual(at(500, 'two'), nothing)
  watch.forget('one')
  t.deepEqual(at(559, 'two'), { ...nothing, warning })
  t.deepEqual(at(560, 'two'), { ...nothing, over: 'no worker could take it within 60 s; w0: leaves' })
})
