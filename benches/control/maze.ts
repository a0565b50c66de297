/**
 * PA-RL's second check: on a critic that is learnt, from offline data to own steps. `npm run build && node dist/benches/control/maze.js`
 *
 * Written down before the runs: the preset of `maze`, evaluated every iteration on 32 worlds, beside the same policy that goes on
 * without a critic (`cloning-successes.ts`), with as many own steps and updates. Claims are of means over seeds: own steps of PA-RL end above
 * the policy that was fitted to the data; and over the online phase its policy alone gains at least twice as much, by its mean over the
 * evaluations less that of the begin. Seeds 11 to 15. The preset was chosen on seed 1, where with its former data (half of the steps wander) the
 * policy reached the goal in 88 % before own steps, and with a copy of the critics every 100 updates the critic had not learnt the way in 1000.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lastValueFrom, tap } from 'rxjs'
import preset from '../../environments/maze/preset.ts'
import { mean } from '../../src/math/statistics.ts'
import { loadRunConfig } from '../../src/methods/registry/run-config.ts'
import { trainRun } from '../../src/run/train.ts'
import { estimateMean } from '../../src/statistics/mean-estimate.ts'
import { benchmark, numerics } from '../command-line.ts'
import { claim } from './claims.ts'

const bench = benchmark('node dist/benches/control/maze.js', 'Does PA-RL learn faster than a policy without a critic?')
  .addOption(numerics('--seeds <list>', 'of the runs', { usual: [11, 12, 13, 14, 15], whole: true }))
  .parse()
const { seeds } = bench.opts<{ seeds: readonly number[] }>()

const { methodOptions } = preset.methods['pa-rl']
const { iterations } = preset.config
const onlineIterations = iterations - methodOptions.offline.iterations
const evaluated = { ...methodOptions, evaluation: { worlds: 32, steps: 100 } }
const arms = {
  'pa-rl': { method: 'pa-rl', iterations, methodOptions: evaluated },
  'without a critic': {
    method: fileURLToPath(new URL('cloning-successes.js', import.meta.url)),
    iterations: 1 + onlineIterations,
    methodOptions: evaluated,
  },
} as const
type Arm = keyof typeof arms

interface Curve {
  /** Of the policy alone, before the first own step and after each online iteration. */
  readonly reached: readonly number[]
  /** With improved actions, after the last. */
  readonly improved: number | null
  /** Mean over the online iterations. */
  readonly overestimation: number | null
}

async function curve(arm: Arm, seed: number): Promise<Curve> {
  const config = await loadRunConfig({
    ...arms[arm],
    seed,
    environment: { name: 'maze' },
    evaluation: { every: 1 },
    engine: { threads: 1 },
  })
  const folder = await mkdtemp(join(tmpdir(), 'rlanything-'))
  const reached: number[] = []
  const over: number[] = []
  let improved: number | null = null
  try {
    await lastValueFrom(
      trainRun({ config, directory: join(folder, 'run') }).pipe(
        tap(event => {
          if (event.kind !== 'iteration') return
          const { measures } = event.metrics
          reached.push(measures['policy.reached'] ?? 0)
          improved = measures['improved.reached'] ?? null
          if (measures['overestimation'] != null) over.push(measures['overestimation'])
        }),
      ),
    )
  } finally {
    await rm(folder, { recursive: true })
  }
  return {
    reached: reached.slice(-1 - onlineIterations),
    improved,
    overestimation: over.length === 0 ? null : mean(over),
  }
}

const percent = (value: number | null): string => (value === null ? '–' : (100 * value).toFixed(0))
const gain = ({ reached: [begin = 0, ...online] }: Curve): number => mean(online) - begin

console.log('arm | seed | reached by the policy alone, % | with improved actions, % | overestimation')
const curves: Readonly<Record<Arm, Curve[]>> = { 'pa-rl': [], 'without a critic': [] }
for (const seed of seeds)
  for (const arm of Object.keys(arms) as Arm[]) {
    const found = await curve(arm, seed)
    curves[arm].push(found)
    const { reached, improved, overestimation } = found
    console.log(
      [arm, seed, reached.map(percent).join(' '), percent(improved), overestimation?.toFixed(2) ?? '–'].join(' | '),
    )
  }
const [learnt, cloned] = [curves['pa-rl'], curves['without a critic']]
for (const arm of Object.keys(arms) as Arm[]) {
  const { mean: centre, interval } = estimateMean(curves[arm].map(gain))
  const within = interval === null ? '' : ` [${percent(interval.low)}, ${percent(interval.high)}]`
  console.log(`${arm}: gain over the online phase, points: ${percent(centre)}${within}`)
}
claim(
  mean(learnt.map(({ improved }) => improved ?? 0)) > mean(learnt.map(({ reached }) => reached[0] ?? 0)),
  'own steps end above the policy that was fitted to the data',
)
claim(
  mean(learnt.map(gain)) >= 2 * Math.max(0, mean(cloned.map(gain))),
  'at least twice the gain of a policy without a critic',
)
