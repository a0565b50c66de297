/**
 * What does it cost to have actors on another machine? Messages to a thread and to a worker, and whole iterations of the household with two
 * environment threads here and on two workers, all on this machine's cores: in one run, in turn.
 * Usage: npm run bench:machines -- --help
 */
import { benchmark, numeric } from './command-line.ts'
import { machine } from './machine.ts'
import { iterationsPerSecond } from './machines/household.ts'
import { startWorkers } from './machines/workers.ts'
import { streamCarrier, workerCarrier, type Carrier } from './messages/carrier.ts'
import { oneWay, roundTrips, type Maker } from './messages/drive.ts'
import { cells, header, rate, spread, spreadOf } from './table.ts'

const { rounds, iterations } = benchmark(
  'npm run bench:machines --',
  'What does it cost to have actors on another machine?',
)
  .addOption(numeric('--rounds <n>', 'of which the median is given', { least: 1, whole: true, usual: 5 }))
  .addOption(numeric('--iterations <n>', 'of the household in each', { least: 1, whole: true, usual: 8 }))
  .parse()
  .opts<{ rounds: number; iterations: number }>()

interface Case {
  readonly title: string
  /** A second, of threads first. */
  readonly run: (place: 'here' | 'elsewhere', round: number) => Promise<number>
}

const workers = await startWorkers(2, 1)
const carriers: Readonly<Record<'here' | 'elsewhere', Carrier>> = {
  here: await streamCarrier(),
  elsewhere: await workerCarrier(workers),
}
const parcel =
  (numbers: number, back: boolean): Maker =>
  id => ({
    ...({ to: 'peer', from: 'bench', kind: 'parcel', id, back } as const),
    load: numbers === 0 ? null : new Float32Array(numbers),
  })
const kinds = [
  ['a small message', 0],
  ['1 KB', 256],
  ['1 MB', 2 ** 18],
] as const
const messages = kinds.flatMap(([title, numbers]): readonly Case[] => {
  const count = numbers > 256 ? 64 : 4096
  return [
    ...[1, 64].map(inFlight => ({
      title: `${title} there and back, ${inFlight} under way`,
      run: (place: 'here' | 'elsewhere') => roundTrips(carriers[place], parcel(numbers, true), { inFlight, count }),
    })),
    { title: `${title}, one way`, run: place => oneWay(carriers[place], parcel(numbers, false), count) },
  ]
})

console.log(
  `${await machine()} Medians of ${rounds} rounds, in turn; ratios are of each round, with the least and the greatest.\n`,
)
console.log(header(['a second', 'in threads', 'on workers', 'ratio']))

async function measure({ title, run }: Case): Promise<void> {
  const found: (readonly [number, number])[] = []
  for (let round = 0; round < rounds; round += 1) found.push([await run('here', round), await run('elsewhere', round)])
  const middle = (side: 0 | 1): string => rate(spreadOf(found.map(pair => pair[side])).median)
  const ratio = spreadOf(found.map(([here, elsewhere]) => elsewhere / here))
  console.log(cells([title, middle(0), middle(1), spread(ratio)]))
}

for (const each of messages) await measure(each)
for (const carrier of Object.values(carriers)) await carrier.close()
await measure({
  title: 'iterations of the household, two environment threads',
  run: (place, round) => iterationsPerSecond(iterations, 1 + round, place === 'here' ? null : workers),
})
await workers.close()
