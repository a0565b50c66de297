/** Whole runs with their environments in other processes, which are killed and frozen, as is the broker: the numbers stay the same. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { filter, firstValueFrom, lastValueFrom, tap, toArray } from 'rxjs'
import { resume, train, type TrainingEvent } from '../../src/index.ts'
import type { RunConfig } from '../../src/config/config.ts'
import { loadRunConfig } from '../../src/methods/registry/run-config.ts'
import { readTimeline } from '../../src/run/directory/records/timeline-file.ts'
import { noNatsServer } from '../../benches/machines/broker.ts'
import type { WorkerProcess } from '../../benches/machines/workers.ts'
import { natsServer, workerProcess } from '../fixtures/nats-server.ts'
import { temporaryFolder, type Owner } from '../fixtures/temporary-folder.ts'
import { numbersOf } from '../run/numbers-of.ts'

const program = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))
const checked = noNatsServer === '' ? test.serial : test.serial.skip

const config = (threads: number, iterations = 12) =>
  loadRunConfig({
    environment: { name: 'household', threads },
    iterations,
    tasks: { slots: 8, perIteration: 2, episodes: 2 },
    evaluation: { every: 0, tasks: 1, temperatures: [0.8] },
    supervision: { maxRestarts: 100 },
  })

const worker = (t: Owner, url: string, name: string, options: readonly string[] = []): WorkerProcess =>
  workerProcess(t, url, name, ['--slots', '2', ...options])

/** On one machine, and ended after so many of its iterations. */
async function numbersAlone(iterations: number, last = iterations): Promise<readonly unknown[]> {
  const ends: (() => unknown)[] = []
  const directory = join(await temporaryFolder({ teardown: end => void ends.push(end) }), 'run')
  const stop = new AbortController()
  const events = train({ config: await config(1, iterations), directory, signal: stop.signal })
  await events.forEach(event => {
    if (event.kind === 'iteration' && event.metrics.iteration === last) stop.abort()
  })
  const found = await numbersOf(directory)
  for (const end of ends) await end()
  return found
}

let alone: Promise<readonly unknown[]> | null = null

/** Those of the run on one machine. */
const expected = (): Promise<readonly unknown[]> => (alone ??= numbersAlone(12))

/** Called when so many iterations are made. */
type Faults = Readonly<Record<number, () => unknown>>

interface Far {
  readonly numbers: readonly unknown[]
  readonly events: readonly TrainingEvent[]
  /** Of the actors that were elsewhere, by what the run kept of each iteration. */
  readonly machines: ReadonlyMap<string, string>
}

interface FarRun {
  /** Of its environment. */
  readonly threads: number
  readonly faults?: Faults
  readonly placement?: RunConfig['placement']
  readonly iterations?: number
  /** May end the run. */
  readonly seen?: (event: TrainingEvent, stop: AbortController) => void
}

async function far(
  t: Owner,
  url: string,
  { threads, faults = {}, placement = {}, iterations, seen = () => {} }: FarRun,
): Promise<Far> {
  const directory = join(await temporaryFolder(t), 'run')
  const placed = { ...(await config(threads, iterations)), placement }
  const stop = new AbortController()
  const events = await firstValueFrom(
    train({ config: placed, directory, nats: { url }, signal: stop.signal }).pipe(
      tap(event => {
        if (event.kind === 'iteration') faults[event.metrics.iteration]?.()
        seen(event, stop)
      }),
      toArray(),
    ),
  )
  const kept = await readTimeline(directory, 1, Infinity)
  const machines = new Map(kept.flatMap(line => Object.entries(line.machines ?? {})))
  return { numbers: await numbersOf(directory), events, machines }
}

const causes = (events: readonly TrainingEvent[]): readonly string[] =>
  events.flatMap(event => (event.kind === 'died' ? [`${event.death.cause} ${event.death.reason}`] : []))

const threads = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `environment/${index}`).sort()

for (const machines of [2, 4]) {
  checked(`household on ${machines} workers has the numbers of one process, and the workers end with it`, async t => {
    const { url } = await natsServer(t)
    const workers = Array.from({ length: machines }, (_, index) => worker(t, url, `w${index}`))
    const { numbers, events, machines: seen } = await far(t, url, { threads: 2 * machines })
    t.deepEqual(numbers, await expected())
    t.deepEqual(causes(events), [])
    t.deepEqual([...seen.keys()].sort(), threads(2 * machines))
    t.deepEqual(
      [...new Set(seen.values())].sort(),
      workers.map((_, index) => `w${index}`),
    )
    t.deepEqual(
      await Promise.all(workers.map(({ ended }) => ended)),
      workers.map(() => 0),
    )
  })
}

checked(
  'a worker that is killed, one that is frozen and thawed, and one that is to leave change no number',
  async t => {
    const { url } = await natsServer(t)
    const [killed, frozen, leaving] = ['killed', 'frozen', 'leaving'].map(name => worker(t, url, name))
    const { numbers, events } = await far(t, url, {
      threads: 6,
      faults: {
        2: () => killed?.child.kill('SIGKILL'),
        4: () => {
          frozen?.child.kill('SIGSTOP')
          setTimeout(() => frozen?.child.kill('SIGCONT'), 20_000)
        },
        6: () => worker(t, url, 'fresh'),
        7: () => leaving?.child.kill('SIGTERM'),
      },
    })
    t.deepEqual(numbers, await expected())
    const told = causes(events)
    for (const name of ['killed', 'frozen'])
      t.true(
        told.some(
          text => /^(machine|link)-lost/.test(text) && text.includes(`worker ${name}: no sign of life for 10 s`),
        ),
      )
    t.true(told.includes('machine-lost worker leaving: it was asked to leave'))
    t.is(await leaving?.ended, 143)
  },
)

checked('a broker that is killed and started again changes no number', async t => {
  const broker = await natsServer(t)
  for (const name of ['w0', 'w1']) worker(t, broker.url, name)
  const restart = async (): Promise<void> => {
    await broker.kill()
    setTimeout(() => void broker.start(), 2_000)
  }
  const { numbers, events } = await far(t, broker.url, { threads: 4, faults: { 3: restart, 8: restart } })
  t.deepEqual(numbers, await expected())
  t.true(causes(events).filter(text => /^link-lost .*the connection to NATS at .* was lost$/.test(text)).length >= 8)
})

/** A second worker comes in mid-run, which goes on until so many actors have moved there, and for two iterations more. */
async function joined(t: ExecutionContext, moves: number, run: FarRun): Promise<Far> {
  const { url } = await natsServer(t)
  const begin = (name: string): WorkerProcess => worker(t, url, name, ['--slots', '4'])
  begin('first')
  let [moved, since] = [0, 0]
  const seen = (event: TrainingEvent, stop: AbortController): void => {
    if (event.kind === 'restarted') moved += 1
    if (event.kind === 'iteration' && moved === moves && (since += 1) === 2) stop.abort()
  }
  const iterations = 1_000
  const found = await far(t, url, {
    ...run,
    iterations,
    faults: { 2: () => begin('second') },
    seen,
  })
  t.deepEqual(found.numbers, await numbersAlone(iterations, found.numbers.length))
  t.deepEqual(causes(found.events), [])
  const told = found.events.flatMap(event => (event.kind === 'warning' ? [event.text] : []))
  t.is(told.filter(text => text.endsWith(' moves to worker second, which has more room')).length, moves)
  return found
}

checked('a worker that comes in mid-run takes half of the actors, and no number changes', async t => {
  const { machines } = await joined(t, 2, { threads: 4 })
  t.deepEqual([...machines.values()].sort(), ['first', 'first', 'second', 'second'])
})

checked(
  'engine, policy, reward model, adapter and environment on five machines, two of them killed, change no number',
  async t => {
    const { url } = await natsServer(t)
    const roles = ['gpu', 'policy', 'observer', 'adapter', 'environment']
    const begin = (role: string, name: string): WorkerProcess => worker(t, url, name, ['--slots', '1', '--has', role])
    const workers = roles.map(role => begin(role, role))
    const kill = (role: string) => (): void => {
      workers[roles.indexOf(role)]?.child.kill('SIGKILL')
      begin(role, `other ${role}`)
    }
    const placement = Object.fromEntries(roles.map(role => [role, { on: role, threads: null }]))
    const { numbers, events, machines } = await far(t, url, {
      threads: 1,
      faults: { 4: kill('gpu'), 8: kill('observer') },
      placement,
    })
    t.deepEqual(numbers, await expected())
    t.deepEqual(
      causes(events),
      ['gpu', 'observer'].map(role => `machine-lost worker ${role}: no sign of life for 10 s`),
    )
    t.deepEqual([...machines.values()].sort(), ['adapter', 'environment', 'other gpu', 'other observer', 'policy'])
  },
)

checked('engine and policy move with their state, and no number changes', async t => {
  const here = { on: null, threads: null }
  const { machines } = await joined(t, 1, { threads: 1, placement: { gpu: here, policy: here } })
  t.deepEqual([...machines.values()].sort(), ['first', 'second'])
})

checked('a run without workers says what it waits for, and ends at its deadline', async t => {
  const { url } = await natsServer(t)
  await worker(t, url, 'plain').waits
  const directory = join(await temporaryFolder(t), 'run')
  const placed = { ...(await config(1)), placement: { environment: { on: 'a100', threads: null } } }
  const warnings: string[] = []
  const events = train({ config: placed, directory, nats: { url, waitSeconds: 4 } }).pipe(
    filter(event => event.kind === 'warning'),
    tap(({ text }) => warnings.push(text)),
  )
  await t.throwsAsync(lastValueFrom(events), {
    message: /no worker could take environment\/0 \(on: a100\) within 4 s; plain: no a100/,
  })
  t.regex(warnings.join('\n'), /waiting for places on workers for environment\/0 \(on: a100\)/)
})

checked('a worker whose run is gone ends, and what a run needs of --nats is refused without it', async t => {
  const { url } = await natsServer(t)
  const { child, ended } = worker(t, url, 'w0', ['--idle', '2'])
  const directory = join(await temporaryFolder(t), 'run')
  const run = fork(
    program,
    ['train', 'household', '--threads', '2', '--nats', url, '--directory', directory, '--name', 'run'],
    { stdio: ['ignore', 'pipe', 'ignore', 'ipc'] },
  )
  await new Promise<void>(resolve => run.stdout?.on('data', () => resolve()))
  run.kill('SIGKILL')
  t.is(await ended, 1)
  t.is(child.exitCode, 1)
  const placed = { ...(await config(1)), placement: { environment: { on: null, threads: null } } }
  await t.throwsAsync(lastValueFrom(train({ config: placed, directory: join(directory, 'other') })), {
    message: 'placement.environment needs workers: name the NATS server by --nats',
  })
  await t.throwsAsync(lastValueFrom(resume({ directory, nats: { url: 'nats://10.1.2.3' } })), { instanceOf: Error })
})
