/** Experiments whose runs are made by workers: numbers and files are those of one machine, whoever dies. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { firstValueFrom, lastValueFrom, tap, toArray } from 'rxjs'
import { experiment, parseExperimentPlan, type ExperimentEvent } from '../../src/index.ts'
import { noNatsServer, type NatsServer } from '../../benches/machines/broker.ts'
import type { WorkerProcess } from '../../benches/machines/workers.ts'
import { natsServer, workerProcess } from '../fixtures/nats-server.ts'
import { temporaryFolder, type Owner } from '../fixtures/temporary-folder.ts'
import { numbersOf } from '../run/numbers-of.ts'

const checked = noNatsServer === '' ? test.serial : test.serial.skip
const program = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))

const written = {
  ...{ title: 'On workers', question: 'Are the numbers the same?', world: 'household', seeds: [1, 2] },
  settings: {
    ...{ iterations: 4, environment: { threads: 1 }, tasks: { slots: 8, perIteration: 2, episodes: 2 } },
    evaluation: { every: 4, tasks: 4, temperatures: [0.8] },
  },
  arms: {
    plain: { about: 'as it is' },
    'of.outcomes': { about: 'outcomes', settings: { feedback: { source: 'outcome' } } },
  },
  measures: ['success unseen 0.8'],
  comparisons: [{ claim: 'Votes help.', arm: 'plain', against: 'of.outcomes', measure: 'success unseen 0.8' }],
}
const plan = parseExperimentPlan(written)
const runs = ['plain-1', 'of.outcomes-1', 'plain-2', 'of.outcomes-2'].map(name => join('runs', name))

type Numbers = Readonly<Record<string, unknown>>

const numbersIn = async (folder: string): Promise<Numbers> =>
  Object.fromEntries(await Promise.all(runs.map(async run => [run, await numbersOf(join(folder, run))] as const)))

let alone: Promise<Numbers> | null = null

/** Those of one machine. */
function expected(): Promise<Numbers> {
  const make = async (): Promise<Numbers> => {
    const ends: (() => unknown)[] = []
    const directory = await temporaryFolder({ teardown: end => void ends.push(end) })
    await lastValueFrom(experiment({ plan, directory }))
    const numbers = await numbersIn(directory)
    for (const end of ends) await end()
    return numbers
  }
  return (alone ??= make())
}

const broker = async (t: Owner): Promise<NatsServer> =>
  natsServer(t, ['--jetstream', '--store_dir', await temporaryFolder(t)])

const worker = (t: Owner, url: string, name: string): WorkerProcess =>
  workerProcess(t, url, name, ['--stay', '--slots', '1'])

const warningsOf = (events: readonly ExperimentEvent[]): readonly string[] =>
  events.flatMap(event => (event.kind === 'warning' ? [event.text] : []))

interface Made {
  readonly directory: string
  readonly events: readonly ExperimentEvent[]
}

/** @param seen called with each event. @param folder of the experiment; a new one if left out. */
async function onWorkers(
  t: ExecutionContext,
  url: string,
  seen: (event: ExperimentEvent) => void,
  folder?: string,
): Promise<Made> {
  const directory = folder ?? join(await temporaryFolder(t), 'there')
  const events = await firstValueFrom(experiment({ plan, directory, nats: { url } }).pipe(tap(seen), toArray()))
  t.like(events.at(-1), { kind: 'finished', reason: 'complete', failures: [] })
  t.deepEqual(await numbersIn(directory), await expected())
  return { directory, events }
}

/** Calls it when so many iterations have been made, of whatever runs. */
function after(iterations: number, call: () => unknown): (event: ExperimentEvent) => void {
  let made = 0
  return event => {
    if (event.kind === 'progress' && event.done > 0 && (made += 1) === iterations) call()
  }
}

const silent = (events: readonly ExperimentEvent[]): readonly string[] =>
  events.flatMap(event => (event.kind === 'warning' && event.text.includes('no sign of life') ? [event.text] : []))

checked(
  'a worker that is killed, one that is frozen until another has its run, and one that leaves change nothing',
  async t => {
    const { url } = await broker(t)
    const [killed, frozen, leaving] = ['killed', 'frozen', 'leaving'].map(name => worker(t, url, name))
    const kill = after(2, () => {
      killed?.child.kill('SIGKILL')
      worker(t, url, 'fresh')
    })
    const freeze = after(4, () => {
      frozen?.child.kill('SIGSTOP')
      setTimeout(() => frozen?.child.kill('SIGCONT'), 25_000)
    })
    const leave = after(6, () => leaving?.child.kill('SIGTERM'))
    const { directory, events } = await onWorkers(t, url, event => {
      for (const each of [kill, freeze, leave]) each(event)
    })
    t.is(await leaving?.ended, 143)
    /* Each was at work, but for one that had just ended a run. */
    for (const text of silent(events)) t.regex(text, /^worker (killed|frozen): no sign of life for 8 s$/)
    const kept = await readdir(directory)
    t.deepEqual(kept.sort(), ['plan.json', 'queue.json', 'runs'])
  },
)

checked(
  'the process of an experiment is killed, then the broker: the next process fetches what workers have made',
  async t => {
    const { url, kill, start: startAgain } = await broker(t)
    for (const name of ['w0', 'w1']) worker(t, url, name)
    const folder = await temporaryFolder(t)
    const [file, directory] = [join(folder, 'plan.json'), join(folder, 'there')]
    await writeFile(file, JSON.stringify(written))
    const start = (): ChildProcess =>
      fork(program, ['experiment', file, '--directory', directory, '--nats', url], {
        stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
      })
    const first = start()
    t.teardown(() => first.kill('SIGKILL'))
    let output = ''
    await new Promise<void>(resolve =>
      first.stdout?.on('data', (text: Buffer) => {
        output += text.toString()
        if (output.includes(' 1 of 4')) resolve()
      }),
    )
    first.kill('SIGKILL')
    await once(first, 'exit')
    const restart = async (): Promise<void> => {
      await kill()
      setTimeout(() => void startAgain(), 3_000)
    }
    await onWorkers(t, url, after(2, restart), directory)
  },
)

checked('an experiment that is stopped has saved runs, which go on with the next', async t => {
  const { url } = await broker(t)
  worker(t, url, 'w0')
  const directory = join(await temporaryFolder(t), 'there')
  const stop = new AbortController()
  const all = experiment({ plan, directory, nats: { url }, signal: stop.signal }).pipe(
    tap(after(2, () => stop.abort())),
    toArray(),
  )
  const events = await firstValueFrom(all)
  t.like(events.at(-1), { kind: 'finished', reason: 'interrupted', failures: [] })
  const outcomes = events.flatMap(event => (event.kind === 'ended' ? [event.outcome] : []))
  t.is(outcomes.length, 4)
  t.true(outcomes.includes('interrupted'))
  const last = await lastValueFrom(experiment({ plan, directory, nats: { url } }))
  t.like(last, { kind: 'finished', reason: 'complete', failures: [] })
  t.deepEqual(await numbersIn(directory), await expected())
})

checked('an experiment without workers says so, and ends at its deadline; one without JetStream at once', async t => {
  const { url } = await broker(t)
  const plain = workerProcess(t, url, 'plain', [])
  await plain.waits
  const directory = join(await temporaryFolder(t), 'there')
  const events = await firstValueFrom(experiment({ plan, directory, nats: { url, waitSeconds: 6 } }).pipe(toArray()))
  t.regex(warningsOf(events).join('\n'), /waiting for a worker that takes runs; plain: takes no whole runs: see --stay/)
  const last = events.at(-1)
  t.is(last?.kind === 'finished' ? last.failures.length : 0, 4)
  const other = await natsServer(t)
  await t.throwsAsync(lastValueFrom(experiment({ plan, directory, nats: { url: other.url } })), {
    message: /^work for workers waits in JetStream: start nats-server with --jetstream/,
  })
})
