/**
 * How many steps of worlds a second does the whole runtime make, with no model, a network and the language model; and what
 * does a step cost from one world to ten thousand? `rlanything bench` with the configurations of benches/results.
 * Usage: npm run bench:throughput -- --help
 */
import { benchThroughput } from '../src/throughput/bench.ts'
import type { ThroughputRow } from '../src/throughput/measure/events.ts'
import { benchmark, numeric } from './command-line.ts'
import { machine } from './machine.ts'

const { seconds, rounds } = benchmark(
  'npm run bench:throughput --',
  'How many steps of worlds a second does the whole runtime make, with no model, a network and the language model?',
)
  .addOption(numeric('--seconds <s>', 'length of a measurement', { usual: 3 }))
  .addOption(numeric('--rounds <n>', 'of which the median is given', { least: 1, whole: true, usual: 5 }))
  .parse()
  .opts<{ seconds: number; rounds: number }>()

const grids: readonly (readonly [title: string, options: object])[] = [
  ['No model, and a network of 2 × 256', { models: ['none', 'mlp'], threads: [1, 4], worlds: [64, 256, 1024] }],
  [
    'The network, with actions drawn at temperature 1',
    { models: ['mlp'], threads: [4], worlds: [256], temperature: 1 },
  ],
  [
    'From one world to ten thousand, one thread',
    { models: ['none', 'mlp'], threads: [1], worlds: [1, 10, 100, 1000, 10_000] },
  ],
  ['The language model in the household', { models: ['lm'], threads: [1, 2], worlds: [1, 16, 64] }],
]

const columns = [
  'model',
  'threads',
  'worlds',
  'steps/s',
  'µs a step',
  'a call',
  'full %',
  'queue ms',
  'p95',
  'device %',
  'alone/s',
  'reached %',
]
const fixed = (value: number | null, digits: number): string => (value === null ? '–' : value.toFixed(digits))
const share = (value: number | null): string => (value === null ? '–' : (value * 100).toFixed(0))
const whole = (value: number | null): string => (value === null ? '–' : Math.round(value).toLocaleString('en'))
const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const cells = (row: ThroughputRow): readonly string[] => [
  row.model,
  String(row.threads),
  whole(row.worlds),
  whole(row.stepsPerSecond),
  fixed(row.microsecondsPerStep, 2),
  fixed(row.requestsPerCall, 1),
  share(row.occupancy),
  fixed(row.queueMedianMs, 3),
  fixed(row.queueP95Ms, 3),
  share(row.deviceShare),
  whole(row.ceiling),
  share(row.ceilingShare),
]

console.log(`${await machine()} Medians of ${rounds} rounds of ${seconds} s, each beside the engine alone.`)
for (const [title, options] of grids) {
  console.log(`\n## ${title}\n\n${line(columns)}\n${line(columns.map((_, index) => (index === 0 ? '---' : '---:')))}`)
  await benchThroughput({ options: { ...options, seconds, rounds } }).forEach(event => {
    if (event.kind === 'row') console.log(line(cells(event.row)))
  })
}
