import test from 'ava'
import { parseThroughputOptions } from '../../src/throughput/measure/options.ts'
import { bench, type ThroughputRow } from '../../src/index.ts'

test('the program of the guide measures what it says', async t => {
  const rows: ThroughputRow[] = []
  await bench({ options: { models: ['mlp'], worlds: [256], seconds: 1, rounds: 1 } }).forEach(event => {
    if (event.kind === 'row') rows.push(event.row)
  })
  t.is(rows.length, 1)
  t.like(rows[0], { model: 'mlp', threads: parseThroughputOptions({}).threads[0]!, worlds: 256 })
  t.true(rows[0]!.ceilingShare! > 0)
})
