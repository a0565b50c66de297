import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { of } from 'rxjs'
import type { ThroughputEvent, ThroughputRow } from '../../src/throughput/measure/events.ts'
import { parseThroughputOptions, throughputSections } from '../../src/throughput/measure/options.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { commandLine } from './command-line.ts'

const row: ThroughputRow = {
  model: 'mlp',
  world: 'counting',
  threads: 4,
  worlds: 256,
  played: null,
  seconds: 3,
  stepsPerSecond: 612_000,
  stepsPerSecondRange: { min: 590_000, max: 640_000 },
  microsecondsPerStep: 1.634,
  requestsPerCall: 192,
  occupancy: 0.75,
  queueMedianMs: 0.0825,
  queueP95Ms: 0.21,
  deviceShare: 0.918,
  ceiling: 680_000,
  ceilingShare: 0.9,
  training: null,
  against: null,
  rounds: [],
  machine: {
    versions: { node: '20.20.2', instructions: 'avx2' },
    commit: null,
    processor: 'EPYC',
    cores: 2,
    load: 0.5,
  },
  loadAfter: 3.1,
  options: parseThroughputOptions({}),
}
const none: ThroughputRow = {
  ...row,
  model: 'none',
  requestsPerCall: null,
  occupancy: null,
  ceiling: null,
  ceilingShare: null,
}
const events: readonly ThroughputEvent[] = [
  { kind: 'progress', done: 0, total: 2, label: 'mlp, 4 × 256 worlds' },
  { kind: 'row', row },
  { kind: 'row', row: none },
]

test('bench hands over what was asked for: lists one by one or with commas, and any other setting', async t => {
  const args = 'bench --threads 1,2 4 --worlds 64 --models none mlp --seconds 0.5 --rounds 5 --module w.js --seed 0'
  const { asked, code } = await commandLine(
    [
      ...args.split(' '),
      '--profile',
      'cpu',
      '--set',
      'temperature=1',
      '--set',
      'environment.options.length=50',
      '--set',
      'hidden=[64]',
    ],
    { bench: of(...events) },
  )
  t.is(code, 0)
  t.like(asked[0], {
    profile: 'cpu',
    options: {
      threads: [1, 2, 4],
      worlds: [64],
      models: ['none', 'mlp'],
      seconds: 0.5,
      rounds: 5,
      seed: 0,
      temperature: 1,
      environment: { name: 'w.js', options: { length: 50 } },
      hidden: [64],
    },
  })
})

test('bench asks for nothing that was not said', async t => {
  const { asked } = await commandLine(['bench'], { bench: of(...events) })
  t.like(asked[0], { options: {} })
  t.deepEqual(Object.keys((asked[0] as { options: object }).options), [])
})

test('help is that of the command, and refuses the name of none', async t => {
  t.deepEqual(await commandLine(['help', 'bench']), await commandLine(['bench', '--help']))
  const unknown = await commandLine(['help', 'bensh'])
  t.is(unknown.code, 2)
  t.regex(unknown.errors, /unknown command 'bensh'\n\(Did you mean bench\?\)/)
  t.regex((await commandLine(['help'])).printed, /^Usage: rlanything/)
})

test('bench --help lists every setting', async t => {
  const { printed } = await commandLine(['bench', '--help'])
  const text = printed.split('\n').map(line => line.split(/[\s=]/, 1)[0])
  for (const { keys } of throughputSections()) for (const { path } of keys) t.true(text.includes(path), path)
})

test('bench prints a line a configuration, and a dash where there is nothing to say', async t => {
  const { printed } = await commandLine(['bench'], { bench: of(...events) })
  const lines = printed.split('\n').map(line => line.trim().split(/\s{2,}/))
  t.deepEqual(
    lines.find(([model]) => model === 'mlp'),
    ['mlp', 'counting', '4', '256', '612k', '590k–640k', '1.63', '192.0', '75', '0.08', '0.21', '92', '680k', '90'],
  )
  t.deepEqual(lines.find(([model]) => model === 'none')?.slice(7, 9), ['–', '–'])
  t.true(printed.includes('load 0.5 before. Load 3.1 after. Seed 1.'))
})

test('bench warns where the machine was busier than it has cores, beside its output', async t => {
  const busy = { ...row, machine: { ...row.machine, load: 6.5 } }
  for (const flags of [[], ['--json']]) {
    const { errors } = await commandLine(['bench', ...flags], { bench: of({ kind: 'row', row: busy }) })
    t.regex(errors, /^warning: the load before was 6\.5 on 2 cores/)
  }
  t.is((await commandLine(['bench'], { bench: of(...events) })).errors, '')
})

/** The last columns of each line. */
const endsOf = (printed: string, columns: number): readonly string[] =>
  printed.split('\n').map(line =>
    line
      .trim()
      .split(/\s{2,}/)
      .slice(-columns)
      .join(' '),
  )

test('bench --episodes asks for fixed work, and its table has what was played and how long it took', async t => {
  const worked: ThroughputRow = { ...row, played: { episodes: 200, steps: 4210, won: 67 }, seconds: 3.375 }
  const scene = { bench: of<ThroughputEvent[]>({ kind: 'row', row: worked }, { kind: 'row', row }) }
  const { asked, printed } = await commandLine(['bench', '--models', 'lm', '--episodes', '200'], scene)
  t.like(asked[0], { options: { episodes: 200 } })
  t.deepEqual(endsOf(printed, 3).slice(-2), ['200 67 3.38', '– – 3.00'])
})

test('bench tells the tokens trained, and what an iteration does for how long', async t => {
  const training = { tokensPerSecond: 5120, iterationMs: 2500, partsMs: { rollout: 1200, 'train policy': 1250 } }
  const trained: ThroughputRow = { ...row, model: 'train', world: 'household', training }
  const { printed } = await commandLine(['bench', '--models', 'train'], { bench: of({ kind: 'row', row: trained }) })
  t.true(printed.includes('trained/s'))
  t.regex(printed, /5\.12k\ntrain household, 4 threads: iteration 2\.50 s: rollout 1\.20 s, train policy 1\.25 s$/)
})

test('bench --against runs a report again, with what is given besides, and prints ratio and interval', async t => {
  const file = join(await temporaryFolder(t), 'base.json')
  const base = parseThroughputOptions({ models: ['lm'], worlds: [64], episodes: 200 })
  await writeFile(file, `${JSON.stringify({ ...row, options: base })}\n${JSON.stringify(row)}\n`)
  const against = { options: base, rounds: [], ratio: 1.934, interval: { low: 1.802, high: 2.076 }, level: 0.95 }
  const { asked, printed } = await commandLine(['bench', '--against', file, '--set', 'maxBatch=8'], {
    bench: of<ThroughputEvent[]>({ kind: 'row', row: { ...row, against } }, { kind: 'row', row }),
  })
  t.deepEqual(asked[0], { ...(asked[0] as object), options: { ...base, maxBatch: 8 }, against: base })
  t.deepEqual(endsOf(printed, 2).slice(-2), ['1.93 1.80–2.08', '– –'])
})

test('bench --against refuses what is no report', async t => {
  const file = join(await temporaryFolder(t), 'notes.txt')
  await writeFile(file, 'fast')
  for (const [path, message] of [
    [file, /--against must be what bench --json has printed, got .*notes\.txt/],
    [`${file}.gone`, /--against must be a file, got .*notes\.txt\.gone: ENOENT/],
  ] as const) {
    const { code, errors } = await commandLine(['bench', '--against', path])
    t.is(code, 2)
    t.regex(errors, message)
  }
})

test('bench --json gives one object a row, and nothing else on standard output', async t => {
  const { printed } = await commandLine(['bench', '--json'], { bench: of(...events) })
  const objects = printed.split('\n').flatMap(line => (line.startsWith('{') ? [JSON.parse(line)] : []))
  t.deepEqual(objects, [row, none])
  t.false(printed.includes('steps/s'))
})

for (const [args, message] of [
  [['--threads', 'x'], /--threads must be an integer of at least 1, got x/],
  [['--worlds', '0'], /--worlds must be an integer of at least 1, got 0/],
  [['--worlds', '1,'], /--worlds must be whole numbers, got 1,/],
  [['--models', 'gpt'], /--models/],
  [['--set', 'temperature'], /path=value/],
] as const) {
  test(`bench ${args.join(' ')} is refused by name`, async t => {
    const { code, errors } = await commandLine(['bench', ...args])
    t.is(code, 2)
    t.regex(errors, message)
  })
}

test('a setting without effect on any model that is measured is refused with its value and the models it is of', t => {
  const refused = (options: object, message: RegExp) => t.throws(() => parseThroughputOptions(options), { message })
  refused(
    { models: ['none'], policy: 'folder' },
    /policy must be left out where models is none, got "folder": it is of lm/,
  )
  refused(
    { models: ['lm', 'train'], hidden: [8] },
    /hidden must be left out where .* lm, train, got \[8\]: it is of mlp/,
  )
  refused({ models: ['train'], seconds: 1, worlds: [8] }, /worlds must be left out[^]*seconds must be left out/)
  refused({ models: ['mlp'], iterations: 2, run: { seed: 1 } }, /iterations must be left out[^]*run must be left out/)
  refused({ models: ['none', 'mlp'], episodes: 4 }, /episodes must be null unless models is lm, .*, got 4/)
  t.is(parseThroughputOptions({ models: ['none', 'lm'], policy: 'folder' }).policy, 'folder')
  t.deepEqual(parseThroughputOptions(parseThroughputOptions({ models: ['train'] })).models, ['train'])
})
