import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { noAmount, exactly } from '../../src/dry-run/counts/amount.ts'
import type { Forecast } from '../../src/dry-run/counts/forecast.ts'
import { noWork } from '../../src/dry-run/models/model-work.ts'
import { dryRunTable } from '../../src/cli/tables/dry-run-table.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { commandLine, emptyForecast } from './command-line.ts'

const forecast: Forecast = {
  ...emptyForecast,
  method: 'rlanything',
  iterations: 10,
  trial: { tasks: 2, episodes: 4, tooLong: {}, turns: 5, limit: 12 },
  drawn: 16,
  proposed: { about: 16, most: 64 },
  episodesPerGroup: 8,
  episodes: { about: 256, most: 640 },
  turns: { about: 1280, most: 7680 },
  atOnce: { about: 256, most: 640 },
  evaluations: 2,
  evaluationEpisodes: 32,
  models: [
    {
      model: 'policy',
      place: 'service',
      isTrained: true,
      contextTokens: 32_768,
      iteration: { ...noWork, samples: { about: 1280, most: 7680 }, written: { about: 2e5, most: 3e9 } },
      evaluation: noWork,
      once: noWork,
      underWay: exactly(128),
      calls: { about: 1280, most: 7680 },
      size: { parameters: 8e9, trained: 4e7, bytes: 2 ** 34, cache: noAmount, checkpoint: 2 ** 30 },
    },
  ],
  episodeBytes: exactly(3 * 2 ** 20),
  remoteDisk: 2 ** 31,
  notes: ['a note'],
}

test('--dry-run starts nothing: it prints a forecast of the whole configuration', async t => {
  const { code, asked, printed } = await commandLine(['train', 'household', '--dry-run', '--seed', '7'], { forecast })
  t.is(code, 0)
  t.is(asked.length, 1)
  t.like(asked[0], { config: { seed: 7, environment: { name: 'household' } } })
  t.is(printed, dryRunTable(forecast))
  const { printed: json } = await commandLine(['train', 'household', '--dry-run', '--json'], { forecast })
  t.deepEqual(JSON.parse(json), forecast)
})

const rates = {
  settings: ['engine.kind=onnx', 'engine.provider=cpu', 'engine.threads=2'],
  parameters: 1000,
  perSecond: { sample: 10, logprobs: 20, train: 5 },
}

const time = {
  ...{ rollout: 12.34, training: 4, iteration: 17, samplerIdle: 0.274, trainerIdle: 0.765, run: 754 },
  best: { atOnce: 96, staleness: 2 },
}

test('--rates takes those of the engine of the run from what doctor printed', async t => {
  const file = join(await temporaryFolder(t), 'doctor.jsonl')
  const other = { ...rates, settings: ['engine.kind=tfjs', 'engine.backend=wasm'] }
  const lines = [null, other, rates].map(each => JSON.stringify({ kind: 'tried', rates: each }))
  await writeFile(file, [...lines, JSON.stringify({ kind: 'recommended' })].join('\n'))
  const args = ['train', 'household', '--dry-run', '--rates', file]
  const ofEngine = { ...time, best: { atOnce: null, staleness: 0 } }
  const { asked, printed } = await commandLine(args, { forecast: { ...forecast, time: ofEngine } })
  t.like(asked[0], { rates })
  t.regex(printed, /^Time of the engine alone/m)
  const { code, errors } = await commandLine([...args, '--set', 'engine.threads=1'], { forecast })
  t.is(code, 2)
  t.regex(
    errors,
    /doctor\.jsonl must be what doctor --json printed, with an engine that works of engine\.kind=onnx .*threads=1/,
  )
  await writeFile(file, '{"kind":"tried"')
  t.regex((await commandLine(args, { forecast })).errors, /^error: .*doctor\.jsonl must be what doctor --json printed/)
  const missing = await commandLine([...args.slice(0, -1), `${file}.no`], { forecast })
  t.is(missing.code, 2)
  t.regex(missing.errors, /^error: --rates must be a run or a file, got .*doctor\.jsonl\.no: ENOENT/)
})

test('--rates takes the times of an earlier run; time and idle shares are told', async t => {
  const run = await temporaryFolder(t)
  const args = ['train', 'household', '--dry-run', '--rates', run]
  const { asked, printed } = await commandLine(args, { forecast: { ...forecast, time } })
  t.like(asked[0], { like: run })
  const lines = printed.split('\n').map(line => line.trim().replaceAll(/ {2,}/g, ' | '))
  for (const line of [
    'episodes of an iteration | 12.3 s',
    'training on them | 4.00 s',
    'an iteration | 17.0 s',
    'of it without an episode: sampler idle | 27 %',
    'of it without training: trainer idle | 77 %',
    'the run | 12:34',
    'episodes at once, from which on it is as fast | 96',
    'mode.staleness, from which on it is as fast | 2',
  ])
    t.true(lines.includes(line), line)
  t.notRegex(printed, /engine alone/)
})

test('the table: bounds beside estimates, the run, bytes, notes; nothing of what is not asked', t => {
  const lines = dryRunTable(forecast)
    .split('\n')
    .map(line => line.replaceAll(/ {2,}/g, ' | '))
  const has = (line: string): boolean => t.true(lines.includes(line), line)
  has('episodes, 8 a group | 256 | 640 | 2,560')
  has('samples | 1,280 | 7,680 | 12,800')
  has('tokens written | 200k | 3.00G | 2.00M')
  has('requests at once | 128 | 128')
  has('policy, on the service: 8.00G parameters, 40.0M trained | 16.0 GiB | 16.0 GiB')
  has('a note')
  t.false(lines.some(line => line.startsWith('tokens scored')))
})

test('numbers of the table have no exponent: a long iteration, nearly a gibibyte', t => {
  const long = { ...forecast, episodeBytes: exactly(1010 * 2 ** 20), time: { ...time, iteration: 1234.5 } }
  t.regex(dryRunTable(long), /an iteration +1235 s/)
  t.regex(dryRunTable(long), /tokens of the episodes of an iteration +1010 MiB/)
  t.notRegex(dryRunTable(long), /\de\+/)
})
