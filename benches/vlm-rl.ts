/**
 * Does VLM-RL's reward teach driving, and is it the words that do? Runs of the preset of `road`, and controls: the state of the vehicle
 * alone, the goal alone, and the goals exchanged.
 * Usage: node dist/benches/vlm-rl.js --help
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lastValueFrom } from 'rxjs'
import preset from '../environments/road/preset.ts'
import { mean } from '../src/math/statistics.ts'
import { loadRunConfig } from '../src/methods/registry/run-config.ts'
import { vlmRlSettings } from '../src/methods/vlm-rl/settings.ts'
import { trainRun } from '../src/run/train.ts'
import { benchmark, numeric, numerics } from './command-line.ts'

const { positive, negative } = vlmRlSettings.methodOptions.parse(undefined)
const [low = 0, high = 0] = preset.methods['vlm-rl'].methodOptions.range

const variants = {
  synthesis: {},
  state: { methodOptions: { reward: 'state' } },
  /* Standing is no failure: the goal alone has to make the car drive. */
  goal: { methodOptions: { reward: 'goal' }, environment: { options: { patience: 90 } } },
  /* Contrasts change their signs, and so does their range. */
  exchanged: { methodOptions: { positive: negative, negative: positive, range: [-high, -low] } },
} as const

type Variant = keyof typeof variants

const bench = benchmark('node dist/benches/vlm-rl.js', "Checks VLM-RL's reward against three controls.")
  .addOption(numerics('--seeds <list>', 'of the runs', { usual: [11, 12, 13, 14, 15], whole: true }))
  .addOption(numeric('--iterations <n>', 'of each run', { usual: preset.config.iterations, least: 1, whole: true }))
  .parse()
const { seeds, iterations } = bench.opts<{ seeds: readonly number[]; iterations: number }>()

/** Measures after a run. */
async function trained(variant: Variant, seed: number) {
  const { methodOptions = {}, environment = {} }: { methodOptions?: object; environment?: object } = variants[variant]
  const settings = { seed, iterations, evaluation: { every: iterations } }
  const config = await loadRunConfig({ ...settings, environment: { name: 'road', ...environment }, methodOptions })
  const folder = await mkdtemp(join(tmpdir(), 'rlanything-'))
  try {
    const last = await lastValueFrom(trainRun({ config, directory: join(folder, 'run') }))
    if (last.kind !== 'finished') throw new Error(`a run must end with finished, got ${last.kind}`)
    return last.after.measures
  } finally {
    await rm(folder, { recursive: true })
  }
}

const ids = ['success', 'completion', 'collisions', 'speed'].flatMap(id => [id, `unseen.${id}`])
console.log(['reward', 'seed', ...ids].join(' | '))
const means = new Map<string, number>()
for (const variant of Object.keys(variants) as readonly Variant[]) {
  const runs = []
  for (const seed of seeds) {
    const measures = await trained(variant, seed)
    console.log([variant, seed, ...ids.map(id => measures[id]?.toFixed(2) ?? '–')].join(' | '))
    runs.push(measures)
  }
  for (const id of ids) means.set(`${variant} ${id}`, mean(runs.map(measures => measures[id] ?? 0)))
}

const at = (variant: Variant, id: string): number => means.get(`${variant} ${id}`) ?? NaN
const claim = (holds: boolean, what: string): void => console.log(`${holds ? 'PASS' : 'FAIL'} ${what}`)
claim(at('synthesis', 'success') >= 0.5, 'half of the drives arrive')
const [own, alone] = [at('synthesis', 'collisions'), at('state', 'collisions')]
claim(alone > 0 && own <= 0.5 * alone, 'the state alone collides, and at least twice as often')
claim(at('synthesis', 'completion') >= 0.9 * at('state', 'completion'), 'nine tenths of its route completion')
claim(at('goal', 'completion') < 0.2, 'by the goal alone the car stays parked')
claim(at('exchanged', 'success') < 0.5 * at('synthesis', 'success'), 'with the goals exchanged less than half arrive')
