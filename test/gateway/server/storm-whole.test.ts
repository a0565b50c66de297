import test from 'ava'
import fc from 'fast-check'
import { anyStorm, stormy } from './storm.ts'

test('ten thousand requests of fifty sessions at once, and ten gateways: nothing is lost, and nothing trained on twice', async t => {
  const size = { sessions: 50, steps: 40, lives: 10 }
  let requests = 0
  for (let seed = 1; requests < 10_000; seed += 1) {
    const [storm] = fc.sample(anyStorm(size), { seed, numRuns: 1 })
    if (storm !== undefined) requests += await stormy(t, storm, size)
  }
  t.log(`${requests} requests`)
})
