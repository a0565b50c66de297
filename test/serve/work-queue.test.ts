import test from 'ava'
import type { Sample } from '../../src/contracts/models/device.ts'
import { createWorkQueue } from '../../src/serve/state/work-queue.ts'
import { sample } from '../engine/device-requests.ts'

const { request } = sample('policy', 'a')

test('samples of one model that wait are one call, whatever others ask between them; other work keeps its place', async t => {
  const done: string[] = []
  const queue = createWorkQueue((from, requests) => {
    done.push(`${from} ${requests.length}`)
    return Promise.resolve(requests.map((): readonly Sample[] => []))
  })
  const samples = ['policy', 'reward-model', 'policy', 'reward-model', 'policy'].map(from =>
    queue.sample(from, request),
  )
  const update = queue.do(() => Promise.resolve(done.push('update')))
  const later = ['reward-model', 'policy', 'reward-model'].map(from => queue.sample(from, request))
  await Promise.all([...samples, update, ...later])
  t.deepEqual(done, ['policy 3', 'reward-model 2', 'update', 'reward-model 2', 'policy 1'])
  await queue.idle()
})
