import test from 'ava'
import { VirtualTimeScheduler } from 'rxjs'
import { watchMaker } from '../../../src/experiment/queue/maker-watch.ts'

test('a maker without a sign for eight seconds is told once, and is at work again with the next sign or lease', t => {
  const scheduler = new VirtualTimeScheduler()
  const told: string[] = []
  const watch = watchMaker({
    begun: () => told.push('begun'),
    silent: (worker, seconds) => told.push(`${worker}: ${seconds} s`),
    scheduler,
  })
  const at = (seconds: number, lease: string | null): boolean => {
    scheduler.frame = 1_000 * seconds
    return watch.isAtWork(lease === null ? null : { worker: `w${lease}`, lease })
  }
  t.false(at(0, null))
  t.true(at(20, '1'))
  t.true(at(28, '1'))
  t.false(at(29, '1'))
  t.false(at(40, '1'))
  t.true(at(41, '2'))
  watch.hear()
  t.true(at(49, '2'))
  t.false(at(50, '2'))
  watch.hear()
  t.true(at(51, '2'))
  t.false(at(60, '2'))
  t.deepEqual(told, ['begun', 'w1: 8 s', 'w2: 8 s', 'w2: 8 s'])
})
