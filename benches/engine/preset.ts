/**
 * What share of the default training preset's time is the device, by verb and model, and how much of the time in which any
 * work waits for it does it work? From metrics.jsonl of a short run; the first two iterations, which warm up, are left out.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lastValueFrom } from 'rxjs'
import { quantile } from '../../src/math/statistics.ts'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { trainingMs, type IterationMetrics } from '../../src/contracts/metrics.ts'
import { readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { trainRun } from '../../src/run/train.ts'
import type { Settings } from './settings.ts'
import { cells, header, milliseconds, perSecond } from '../table.ts'

const warmUp = 2

export async function preset({ rounds }: Settings): Promise<void> {
  const iterations = (await run(warmUp + rounds)).slice(warmUp)
  const half = (of: (line: IterationMetrics) => number) => quantile(iterations.map(of), 0.5)
  const total = half(({ time }) => trainingMs(time))
  const use = iterations.flatMap(({ speed }) => speed.deviceUse ?? [])
  console.log(
    `\nMedians of ${rounds} iterations, evaluation and checkpoint left out: ${(total / 1000).toFixed(2)} s, ${half(({ speed }) => speed.stepsPerSecond).toFixed(0)} steps/s. ` +
      `The device works ${percent(half(({ speed }) => speed.deviceShare))} of the time, and ` +
      `${use.length === 0 ? 'none' : percent(quantile(use, 0.5))} of that in which any work waits for it.\n`,
  )
  console.log(
    header(['verb and model', 'ms an iteration', 'share', 'calls', 'sequences a call', 'tokens/s', 'queue p95, ms']),
  )
  for (const name of new Set(iterations.flatMap(line => line.speed.device.map(nameOf)))) {
    const uses = iterations.map(({ speed }) => speed.device.find(each => nameOf(each) === name))
    const of = (what: (each: Use) => number) =>
      quantile(
        uses.map(each => (each === undefined ? 0 : what(each))),
        0.5,
      )
    const ms = of(each => each.ms)
    console.log(
      cells([
        name,
        milliseconds(ms),
        percent(ms / total),
        of(each => each.calls),
        of(each => each.sequences / each.calls).toFixed(1),
        perSecond(
          of(each => each.tokens),
          ms,
        ),
        milliseconds(of(each => each.queue.p95Ms ?? 0)),
      ]),
    )
  }
}

type Use = IterationMetrics['speed']['device'][number]

const nameOf = ({ verb, model }: Use): string => `${verb} ${model}`

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`

/** A run of the default preset in a folder that is removed afterwards, evaluated only before and after. */
async function run(iterations: number): Promise<readonly IterationMetrics[]> {
  const folder = await mkdtemp(join(tmpdir(), 'preset-'))
  try {
    const directory = join(folder, 'run')
    const config = parseRunConfig({ iterations, evaluation: { every: 0 }, checkpoint: { every: 0 } })
    await lastValueFrom(trainRun({ config, directory }))
    return await (await readRunDirectory(directory)).readMetrics()
  } finally {
    await rm(folder, { recursive: true })
  }
}
