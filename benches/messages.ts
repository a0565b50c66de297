/**
 * How many messages a second go to another thread, and there and back? Our typed streams, with supervision and credits,
 * against a bare postMessage, Comlink and Piscina: in one run, in turn, medians over rounds.
 * Usage: npm run bench:messages -- --help
 */
import { quantile } from '../src/math/statistics.ts'
import { createWorldBuffer } from '../src/vector/world-buffer.ts'
import { benchmark, numeric } from './command-line.ts'
import { machine } from './machine.ts'
import { comlinkCarrier, piscinaCarrier, rawCarrier, streamCarrier, type Carrier } from './messages/carrier.ts'
import { oneWay, roundTrips, type Maker } from './messages/drive.ts'
import { batchSize, observationSize, type Parcel } from './messages/parcel.ts'

const { rounds, ms } = benchmark(
  'npm run bench:messages --',
  'How many messages a second go to another thread, and there and back, beside postMessage, Comlink and Piscina?',
)
  .addOption(numeric('--rounds <n>', 'of which the median is given', { least: 1, whole: true, usual: 7 }))
  .addOption(numeric('--ms <n>', 'length of a measurement of a round, about', { least: 1, usual: 300 }))
  .parse()
  .opts<{ rounds: number; ms: number }>()

/** Parts of the buffer, so that as many doorbells may be under way. */
const parts = 16
const addressed = { to: 'peer', from: 'bench' } as const
const parcel =
  (numbers: number, back: boolean): Maker =>
  id =>
    ({
      ...addressed,
      kind: 'parcel',
      id,
      back,
      load: numbers === 0 ? null : new Float32Array(numbers),
    }) satisfies Parcel

const buffer = createWorldBuffer({ worlds: parts * batchSize, observationSize, outputs: 1 })
const observation = new Float32Array(batchSize * observationSize)
const doorbell =
  (back: boolean): Maker =>
  n => {
    const part = n % parts
    buffer.observations.set(observation, part * observation.length)
    return { ...addressed, kind: 'doorbell', back, part }
  }

interface Case {
  readonly title: string
  /** Steps or messages that one message carries. */
  readonly items: number
  readonly who: readonly string[]
  readonly run: (carrier: Carrier, count: number) => Promise<number>
}

const everybody = ['postMessage', 'streams', 'Comlink', 'Piscina']
const ours = ['streams']
const there = (title: string, items: number, who: readonly string[], make: Maker, inFlight: number): Case => ({
  title: `${title}, ${inFlight} under way`,
  items,
  who,
  run: (carrier, count) => roundTrips(carrier, make, { inFlight, count }),
})
const away = (title: string, items: number, who: readonly string[], make: Maker): Case => ({
  title: `${title}, one way`,
  items,
  who: who.filter(name => name === 'postMessage' || name === 'streams'),
  run: (carrier, count) => oneWay(carrier, make, count),
})
const kinds = [
  { title: 'small object', numbers: 0 },
  { title: '1 KB', numbers: 256 },
]
const batch = batchSize * observationSize
const cases: readonly Case[] = [
  ...kinds.flatMap(({ title, numbers }) => [
    ...[1, 16, 64].map(inFlight => there(title, 1, everybody, parcel(numbers, true), inFlight)),
    away(title, 1, everybody, parcel(numbers, false)),
  ]),
  ...[1, 16].flatMap(inFlight => [
    there('steps, one a message', 1, ['postMessage'], parcel(observationSize, true), inFlight),
    there('steps, 64 an array', batchSize, ours, parcel(batch, true), inFlight),
    there('steps, 64 in a buffer', batchSize, ours, doorbell(true), inFlight),
  ]),
  away('steps, one a message', 1, ['postMessage'], parcel(observationSize, false)),
  away('steps, 64 an array', batchSize, ours, parcel(batch, false)),
  away('steps, 64 in a buffer', batchSize, ours, doorbell(false)),
]

const carriers = [rawCarrier(), await streamCarrier(), comlinkCarrier(), piscinaCarrier()]
for (const carrier of carriers) {
  if (carrier.name === 'streams') carrier.send({ ...addressed, kind: 'share', shared: buffer.shared })
}

/** How many messages take about `ms`; found by doubling, which also warms everything up. */
async function countFor(each: Case, carrier: Carrier): Promise<number> {
  for (let count = 64; ; count *= 2) {
    const rate = await each.run(carrier, count)
    if ((count * 1000) / rate >= ms / 4) return Math.max(1, Math.round((rate * ms) / 1000))
  }
}

console.log(`${await machine()} Medians of ${rounds} rounds of about ${ms} ms, in turn.\n`)
console.log('| what, a second | postMessage | streams | ratio | Comlink | Piscina |')
console.log('| --- | ---: | ---: | ---: | ---: | ---: |')
for (const each of cases) {
  const taking = carriers.filter(({ name }) => each.who.includes(name))
  const counts = new Map<Carrier, number>()
  for (const carrier of taking) counts.set(carrier, await countFor(each, carrier))
  const found = new Map<string, number[]>(taking.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const carrier of taking) {
      found.get(carrier.name)!.push(each.items * (await each.run(carrier, counts.get(carrier)!)))
    }
  }
  const [raw, streams] = [found.get('postMessage'), found.get('streams')]
  const cell = (name: string): string => {
    const rates = found.get(name)
    return rates === undefined ? '–' : Math.round(quantile(rates, 0.5)).toLocaleString('en')
  }
  /* Of each round by itself: what slows the machine down for a while slows both. */
  const ratio =
    raw && streams
      ? quantile(
          streams.map((rate, round) => rate / raw[round]!),
          0.5,
        ).toFixed(2)
      : '–'
  console.log(
    `| ${each.title} | ${cell('postMessage')} | ${cell('streams')} | ${ratio} | ${cell('Comlink')} | ${cell('Piscina')} |`,
  )
}
for (const carrier of carriers) await carrier.close()
