import test from 'ava'
import fc from 'fast-check'
import { freeWorker } from '../../../src/runtime/supervision/free-worker.ts'
import { lookUp } from '../../../src/math/look-up.ts'
import { nth } from '../../../src/math/nth.ts'

const workers = ['0', '1', '2', '3']

test('the ready worker with the fewest requests, the first of equals, and none beyond the limit', t => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(4), { minLength: 4, maxLength: 4 }),
      fc.subarray(workers),
      fc.option(fc.integer({ min: 1, max: 4 }), { nil: Infinity }),
      (loads, dead, limit) => {
        const underWay = new Map(workers.map((worker, index) => [worker, nth(loads, index)]))
        const statusOf = (worker: string) => (dead.includes(worker) ? 'dead' : 'ready')
        const able = workers.filter(worker => !dead.includes(worker) && lookUp(underWay, worker) < limit)
        const [best = null] = able.toSorted((a, b) => lookUp(underWay, a) - lookUp(underWay, b))
        t.is(freeWorker(workers, { statusOf }, underWay, limit), best)
      },
    ),
  )
})

test('an actor that is being restored is not free; one of which nothing is counted has nothing', t => {
  const statusOf = (worker: string) => (worker === '0' ? 'restoring' : 'ready')
  t.is(freeWorker(workers, { statusOf }, new Map([['1', 1]])), '2')
  t.is(freeWorker([], { statusOf }, new Map()), null)
})
