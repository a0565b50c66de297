/**
 * Does memory stay flat when a producer is 100 times faster than its consumer? For each policy at the bound of a mailbox:
 * memory over time, what waits, what was dropped, and how much memory grew over the last three quarters of the time.
 * Usage: npm run bench:flow-control -- --help
 */
import { firstValueFrom, timer } from 'rxjs'
import { createSystem, type System } from '../src/runtime/system.ts'
import type { SystemEvent } from '../src/runtime/supervision/system-event.ts'
import type { Overflow } from '../src/runtime/wires/link-options.ts'
import { benchmark, named, numeric } from './command-line.ts'
import { machine } from './machine.ts'

const { seconds, policies, rate } = benchmark(
  'npm run bench:flow-control --',
  'Does memory stay flat when a producer is 100 times faster than its consumer?',
)
  .addOption(numeric('--seconds <s>', 'length of the measurement of each policy', { least: 1, usual: 600 }))
  .addOption(
    named('--policies <list>', 'what happens at the bound of a mailbox', { names: ['wait', 'drop-oldest', 'fail'] }),
  )
  .addOption(numeric('--rate <n>', 'messages a second that the consumer takes', { least: 1, usual: 200 }))
  .parse()
  .opts<{ seconds: number; policies: readonly Overflow[]; rate: number }>()
const faster = 100
const looks = 20

interface Look {
  readonly second: number
  readonly rssMb: number
  /** Of the producer's thread: heap and what is outside it. */
  readonly producerMb: number
  readonly consumerMb: number
  readonly consumed: number
  readonly waiting: number
  readonly dropped: number
}

const module = (name: string): URL => new URL(`./flow-control/${name}.js`, import.meta.url)
const supervision = { kind: 'stop' } as const

async function look(system: System<never, never>, second: number): Promise<Look> {
  const { producer, consumer } = await system.health()
  const mb = (bytes: number): number => bytes / 2 ** 20
  const used = (of: typeof producer): number =>
    of?.state === 'running' ? mb(of.memory.heapUsed + of.memory.external + of.memory.arrayBuffers) : 0
  const link = producer?.state === 'running' ? producer.links['consumer'] : undefined
  return {
    second,
    rssMb: mb(process.memoryUsage().rss),
    producerMb: used(producer),
    consumerMb: used(consumer),
    consumed: consumer?.state === 'running' ? (consumer.tallies['consumed']?.count ?? 0) : 0,
    waiting: link?.waiting ?? 0,
    dropped: link?.dropped ?? 0,
  }
}

async function measure(overflow: Overflow): Promise<void> {
  const system = await createSystem<never, never>({
    actors: [
      { name: 'consumer', module: module('consumer'), options: { overflow, rate }, supervision },
      { name: 'producer', module: module('producer'), options: { overflow, rate: rate * faster }, supervision },
    ],
    link: { overflow, bound: 4096 },
  })
  const deaths: Extract<SystemEvent, { kind: 'died' }>[] = []
  system.events.subscribe(event => {
    if (event.kind === 'died') deaths.push(event)
  })
  console.log(`\n## ${overflow}\n`)
  console.log('| s | process MB | producer MB | consumer MB | consumed | waiting | dropped |')
  console.log('| ---: | ---: | ---: | ---: | ---: | ---: | ---: |')
  const seen: Look[] = []
  const began = performance.now()
  for (let index = 1; index <= looks && deaths.length === 0; index += 1) {
    await firstValueFrom(timer(Math.max(0, began + (index * seconds * 1000) / looks - performance.now())))
    const now = await look(system, (performance.now() - began) / 1000)
    seen.push(now)
    const { second, rssMb, producerMb, consumerMb, consumed, waiting, dropped } = now
    const cells = [second, rssMb, producerMb, consumerMb, consumed, waiting, dropped].map(value => value.toFixed(0))
    console.log(`| ${cells.join(' | ')} |`)
  }
  console.log(`\n${verdict(seen, deaths)}`)
  await system.stop(0)
}

function verdict(seen: readonly Look[], deaths: readonly Extract<SystemEvent, { kind: 'died' }>[]): string {
  const [death] = deaths
  if (death !== undefined) return `${death.death.actor} died: ${death.death.reason}`
  const settled = seen.slice(Math.floor(seen.length / 4))
  const minutes = (settled.at(-1)!.second - settled[0]!.second) / 60
  return `process memory: ${slope(settled).toFixed(2)} MB a minute over the last ${minutes.toFixed(1)} minutes`
}

/** Of process memory, MB a minute: the line of least squares. */
function slope(seen: readonly Look[]): number {
  const mean = (of: (each: Look) => number): number => seen.reduce((sum, each) => sum + of(each), 0) / seen.length
  const [second, memory] = [mean(each => each.second), mean(each => each.rssMb)]
  const along = mean(each => (each.second - second) * (each.rssMb - memory))
  return (60 * along) / mean(each => (each.second - second) ** 2)
}

console.log(
  `${await machine()} ${rate * faster} messages of 1 KB a second offered, ${rate} taken; at most 1024 under way and 4096 waiting.`,
)
for (const policy of policies) await measure(policy)
