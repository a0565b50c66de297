import test from 'ava'
import { inTurn, median, ratioToBest, timed, type Timing } from '../../../benches/engine/in-turn.ts'
import { nth } from '../../../src/math/nth.ts'

const timing = (ms: number): Timing => ({ ms, processorMs: 2 * ms })
const answering = (times: readonly number[]) => {
  let round = 0
  return async () => timing(nth(times, round++))
}

test('the ratio is of the fastest of the others, the median over rounds of each by itself', async t => {
  const ways = { ours: answering([1, 2, 4]), slow: answering([9, 9, 9]), fast: answering([3, 4, 16]) }
  const rounds = await inTurn(ways, { rounds: 3, seconds: 1 })
  t.is(median(rounds, 'fast'), 4)
  t.is(ratioToBest(rounds, 'ours', ['slow', 'fast']), 3)
  t.is(ratioToBest(rounds, 'ours', ['slow']), 4.5)
})

test('each round turns the order round, and what throws is left out of all', async t => {
  const order: string[] = []
  const told = (name: string) => async () => {
    order.push(name)
    if (name === 'broken') throw new Error('out of order')
    return timing(1)
  }
  const rounds = await inTurn(
    { ours: told('ours'), broken: told('broken'), theirs: told('theirs') },
    { rounds: 3, seconds: 1 },
  )
  t.deepEqual(order, ['ours', 'broken', 'theirs', 'theirs', 'ours', 'ours', 'theirs'])
  t.is(median(rounds, 'broken'), null)
  t.is(ratioToBest(rounds, 'ours', ['broken']), null)
  t.is(ratioToBest(rounds, 'ours', ['broken', 'theirs']), 1)
})

test('a call is made once to warm up and then at least so often', async t => {
  let calls = 0
  const { ms, processorMs } = await timed(async () => void (calls += 1), 0, { least: 5, processor: () => 10 * calls })
  t.is(calls, 6)
  t.true(ms >= 0)
  t.is(processorMs, 10)
})

test('a call that needs no warming up is counted from the first', async t => {
  let calls = 0
  const { processorMs } = await timed(async () => void (calls += 1), 0, {
    ...{ least: 2, warm: false, processor: () => 10 * calls },
  })
  t.is(calls, 2)
  t.is(processorMs, 10)
})
