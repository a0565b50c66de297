/**
 * RLoop, arXiv 2511.04285: phases of RL whose solutions improve the policy that they started from.
 *
 *   θ_0 = the starter
 *   for k = 0, 1, …
 *     φ = θ_k;  D = ∅
 *     repeat N_RL times: roll out φ on drawn tasks, add every trajectory to D, train φ by RL
 *     D⁺ = the trajectories of D that won, of tasks of which not too many were
 *     θ_{k+1} = θ_k fine-tuned on D⁺, −log π_θ(y | x); φ is forgotten
 *
 * Departures from the paper are listed in docs/methods/rloop.md.
 */
import { outcomesCompared, requireComparison } from '../kit/require-comparison.ts'
import { configuredBand } from '../../learning/success-band.ts'
import { outcomeCredit } from '../../learning/group-credit.ts'
import { noVersions, type VersionHistory } from '../../learning/staleness.ts'
import { derive } from '../../math/random.ts'
import { policyName } from '../../rollout/rollout-requests.ts'
import { defineMethod } from '../define-method.ts'
import type { Collected, Lab, Progress } from '../method.ts'
import { policyLearning } from '../kit/policy-learning.ts'
import { rollOutDrawn } from '../kit/roll-out-drawn.ts'
import { policyStarter } from '../kit/starters.ts'
import { trainPolicy } from '../kit/train-policy.ts'
import { expertSet, withSolutions, type Solution } from './experts.ts'
import { fineTune, type FineTuning } from './fine-tune.ts'
import { loopMeasures, loopMetrics } from './metrics.ts'
import { measurePass, type PassMeasurement } from './pass.ts'
import { rloopSettings, type RloopConfig } from './settings.ts'
import { parseLoopMemory, type LoopMemory } from './state.ts'

interface Plan extends Progress, LoopMemory {}

interface Batch extends Plan, Collected {
  /** Of the policy before this iteration's training; `null` where it was not measured. */
  readonly measurement: PassMeasurement | null
}

/** θ_k, on the engine. */
const initial = 'phase-start'

export const rloop = defineMethod<typeof rloopSettings, object, Plan, Batch, VersionHistory>({
  name: 'rloop',
  settings: rloopSettings,
  uncounted: 'fine-tuning at the end of each phase, and the episodes that measure pass@k',
  models: config => ({ ...policyStarter(config), [initial]: policyStarter(config).policy }),
  measures: loopMeasures,
  fresh: noVersions,
  save: ({ pool, everSolved }) => ({ pool, everSolved }),

  begin: (_, slots) => Promise.resolve({ iteration: 0, slots, pool: {}, everSolved: [] }),
  resume: (_, { iteration, slots, state }) => Promise.resolve({ iteration, slots, ...parseLoopMemory(state) }),

  requireSignal: ({ config }) => requireComparison(config, outcomesCompared('rloop', config.policy)),

  async collect(lab, before) {
    const { steps, pass } = lab.config.methodOptions
    const isDue = pass.every > 0 && before.iteration % pass.every === 0
    const measured = isDue ? await measurePass(lab, pass, before) : null
    const collected = await rollOutDrawn(lab, before)
    const pool = before.iteration % steps === 0 ? {} : before.pool
    return {
      ...collected,
      pool: withSolutions(pool, collected.iteration, collected.training),
      everSolved: measured?.everSolved ?? before.everSolved,
      measurement: measured?.measurement ?? null,
    }
  },

  async learn(lab, { iteration, training, pool, measurement }, versions) {
    const { steps, hard, pool: which } = lab.config.methodOptions
    const credited = training.map(group => ({ group, credit: outcomeCredit(group) }))
    const band = configuredBand(lab.config.policy)
    const policy = await trainPolicy(lab, { iteration, credited, versions, band })
    const isEnd = iteration % steps === 0
    const experts = expertSet(pool, { hard, from: which === 'all' ? 0 : iteration })
    const tuned = isEnd ? await lab.timed('fine-tuning', () => startNextPhase(lab, iteration, experts)) : null
    const measures = loopMetrics({ pool, experts, tuned, measurement })
    return policyLearning({ policy, credited, measures })
  },
})

/** Replaces θ_k and φ by θ_{k+1}; keeps the fine-tuned optimiser state. */
async function startNextPhase(
  lab: Lab<RloopConfig>,
  iteration: number,
  experts: readonly Solution[],
): Promise<FineTuning> {
  const { config, root } = lab
  const { methodOptions: options } = config
  const [policy, start] = [lab.model(policyName), lab.model(initial)]
  if (options.start === 'initial') await policy.load(await start.snapshot())
  const key = derive(root, 'fine-tuning', iteration)
  const tuned = await fineTune(policy, experts, { ...options.fineTuning, clipNorm: config.policy.clipNorm, key })
  await start.load(await policy.snapshot())
  return tuned
}
