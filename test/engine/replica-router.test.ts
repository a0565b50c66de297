import test from 'ava'
import fc from 'fast-check'
import type { SampleRequest } from '../../src/contracts/models/device.ts'
import { createReplicaRouter } from '../../src/engine/local/replicas/replica-router.ts'
import { nth } from '../../src/math/nth.ts'
import { greedy } from '../laws/device/device-cases.ts'

const request = fc
  .record({ sequenceId: fc.nat(40), beginning: fc.nat(5), length: fc.integer({ min: 1, max: 50 }) })
  .map(({ sequenceId, beginning, length }): SampleRequest => ({
    ...greedy(`c${sequenceId}`, new Int32Array(length).fill(beginning)),
    maxTokens: 8,
  }))
const calls = fc.array(fc.array(request, { maxLength: 40 }), { minLength: 1, maxLength: 6 })
const replicas = fc.integer({ min: 1, max: 4 })

test('every request goes to one replica, in order, and a sequence always to the same', t => {
  fc.assert(
    fc.property(calls, replicas, (drawn, count) => {
      const router = createReplicaRouter(count)
      const replicaOf = new Map<string, number>()
      for (const requests of drawn) {
        const parts = router.assign(requests)
        t.is(parts.length, count)
        t.deepEqual(
          parts.flat().toSorted((a, b) => a - b),
          [...requests.keys()],
        )
        parts.forEach((part, replica) => {
          t.deepEqual(
            part,
            part.toSorted((a, b) => a - b),
          )
          for (const index of part) {
            const { sequenceId } = nth(requests, index)
            t.is(replicaOf.get(sequenceId) ?? replica, replica)
            replicaOf.set(sequenceId, replica)
          }
        })
      }
      const sequenceIds = [...replicaOf.keys()]
      router
        .release(sequenceIds)
        .forEach((part, replica) => t.true(part.every(sequenceId => replicaOf.get(sequenceId) === replica)))
    }),
  )
})

test('new sequences leave no replica with more than another by more than two of the largest pieces', t => {
  const fresh = fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 50 })), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(fresh, replicas, (drawn, count) => {
      const requests = drawn.map(([beginning, length], index): SampleRequest => ({
        ...greedy(`c${index}`, new Int32Array(length).fill(beginning)),
        maxTokens: 8,
      }))
      const loads = createReplicaRouter(count)
        .assign(requests)
        .map(part => part.reduce((sum, index) => sum + nth(requests, index).tokens.length + 8, 0))
      const fair = loads.reduce((sum, load) => sum + load, 0) / count
      t.true(Math.max(...loads) <= 2 * Math.max(fair, 58))
    }),
  )
})

test('those that begin alike stay together where that is fair', t => {
  const of = (beginning: number, index: number) => greedy(`${beginning} ${index}`, Int32Array.of(beginning, 1, 2))
  const requests = [0, 1, 2, 3].flatMap(beginning => [0, 1, 2].map(index => of(beginning, index)))
  const parts = createReplicaRouter(2).assign(requests)
  t.deepEqual(
    parts.map(part => [...new Set(part.map(index => nth(nth(requests, index).tokens, 0)))]),
    [
      [0, 2],
      [1, 3],
    ],
  )
  t.deepEqual(
    createReplicaRouter(2)
      .assign(requests.slice(0, 3))
      .map(part => part.length),
    [2, 1],
  )
})
