/**
 * Does VLM-RL's reward teach driving, and is it the words that do? Runs of the preset of `road`, and controls: the state of the vehicle
 * alone, the goal alone, the goals exchanged, and both rewards without a penalty of collisions. Claims are of the means over seeds 11 to 15.
 * The range of contrasts is of drives of the script (`contrast.ts`), and was tried on seed 101. Usage: node dist/benches/control/road.js --help
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lastValueFrom } from 'rxjs'
import preset from '../../environments/road/preset.ts'
import type { MeasuredValues } from '../../src/contracts/measure.ts'
import { mean } from '../../src/math/statistics.ts'
import { loadRunConfig } from '../../src/methods/registry/run-config.ts'
import { vlmRlSettings } from '../../src/methods/vlm-rl/settings.ts'
import { trainRun } from '../../src/run/train.ts'
import { benchmark, named, numeric, numerics } from '../command-line.ts'
import { claim } from './claims.ts'

const { positive, negative } = vlmRlSettings.methodOptions.parse(undefined)
const [low = 0, high = 0] = preset.methods['vlm-rl'].methodOptions.range

/* A collision ends the drive, and its reward is that of its picture. */
const unpunished = { options: { penalty: 0 } }

const variants = {
  synthesis: {},
  state: { methodOptions: { reward: 'state' } },
  unpunished: { environment: unpunished },
  'unpunished state': { methodOptions: { reward: 'state' }, environment: unpunished },
  /* Standing is no failure: the goal alone has to make the car drive. */
  goal: { methodOptions: { reward: 'goal' }, environment: { options: { patience: 90 } } },
  /* Contrasts change their signs, and so does their range. */
  exchanged: { methodOptions: { positive: negative, negative: positive, range: [-high, -low] } },
} as const

type Variant = keyof typeof variants

const bench = benchmark('node dist/benches/control/road.js', "Checks VLM-RL's rewards against controls.")
  .addOption(numerics('--seeds <list>', 'of the runs', { usual: [11, 12, 13, 14, 15], whole: true }))
  .addOption(numeric('--iterations <n>', 'of each run', { usual: preset.config.iterations, least: 1, whole: true }))
  .addOption(named('--rewards <list>', 'that are run', { names: Object.keys(variants) }))
  .parse()
interface Asked {
  readonly seeds: readonly number[]
  readonly iterations: number
  /* Of `variants`, as the option takes no others. */
  readonly rewards: readonly Variant[]
}
const { seeds, iterations, rewards: chosen } = bench.opts<Asked>()

/** Measures after a run. */
async function trained(variant: Variant, seed: number) {
  const { methodOptions = {}, environment = {} }: { methodOptions?: object; environment?: object } = variants[variant]
  const settings = { seed, iterations, evaluation: { every: iterations }, engine: { threads: 1 } }
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
const found: { readonly variant: Variant; readonly measures: MeasuredValues }[] = []
for (const seed of seeds)
  for (const variant of chosen) {
    const measures = await trained(variant, seed)
    console.log([variant, seed, ...ids.map(id => measures[id]?.toFixed(2) ?? '–')].join(' | '))
    found.push({ variant, measures })
  }

const at = (variant: Variant, id: string): number =>
  mean(found.filter(run => run.variant === variant).map(({ measures }) => measures[id] ?? 0))
for (const variant of chosen) console.log([variant, 'mean', ...ids.map(id => at(variant, id).toFixed(2))].join(' | '))
/** Where all rewards that it is about were run. */
function among(rewards: readonly Variant[], check: () => void): void {
  if (rewards.every(reward => chosen.includes(reward))) check()
}
among(['synthesis'], () => claim(at('synthesis', 'success') >= 0.5, 'half of the drives arrive'))
among(['unpunished'], () => claim(at('unpunished', 'success') >= 0.5, 'also without a penalty of collisions'))
for (const [own, alone] of [
  ['synthesis', 'state'],
  ['unpunished', 'unpunished state'],
] as const)
  among([own, alone], () => {
    const [few, many] = [at(own, 'collisions'), at(alone, 'collisions')]
    claim(many > 0 && few <= 0.5 * many, `${alone} collides, and at least twice as often as ${own}`)
    claim(at(own, 'completion') >= 0.9 * at(alone, 'completion'), `${own} has nine tenths of its route completion`)
  })
among(['goal'], () => claim(at('goal', 'completion') < 0.2, 'by the goal alone the car stays parked'))
among(['synthesis', 'exchanged'], () =>
  claim(
    at('exchanged', 'success') < 0.5 * at('synthesis', 'success'),
    'with the goals exchanged less than half arrive',
  ),
)
