/**
 * Fine-tuning without a critic, beside PA-RL: the policy that PA-RL begins with plays, and goes on learning the offline data mixed with its own
 * episodes that reached their end, by the same loss. Its settings are PA-RL's; those of critics have no effect.
 */
import type { VectorRows } from '../../src/contracts/worlds/vector-rows.ts'
import { nth } from '../../src/math/nth.ts'
import { derive } from '../../src/math/random.ts'
import { byScript } from '../../src/methods/control/by-script.ts'
import { unscaled } from '../../src/methods/control/control-world.ts'
import { rowsAt } from '../../src/methods/control/rows.ts'
import { repeatedly, trained } from '../../src/methods/control/updates.ts'
import { defineMethod } from '../../src/methods/define-method.ts'
import { rowsAlone } from '../../src/methods/kit/rows-alone.ts'
import { slotsOnly } from '../../src/methods/kit/slots-only.ts'
import type { Collected, Lab, Progress } from '../../src/methods/method.ts'
import { networksOf, paRlAgent, type Agent } from '../../src/methods/pa-rl/agent.ts'
import { cloneUpdate, resetOptimisers } from '../../src/methods/pa-rl/learn.ts'
import { outcomesOf, paRlMeasures, rowsThatReach } from '../../src/methods/pa-rl/measures.ts'
import { replayOf, replayShape, type ReplayRows } from '../../src/methods/pa-rl/replay.ts'
import { paRlSettings, type PaRlConfig } from '../../src/methods/pa-rl/settings.ts'
import type { ChooseControls } from '../../src/vector/function-decisions.ts'
import { mixedSample } from '../../src/store/mixed-sample.ts'

interface Batch extends Progress, Collected {
  readonly rows: VectorRows
}

export default defineMethod<typeof paRlSettings, object, Progress, Batch, null>({
  name: 'cloning-successes',
  settings: paRlSettings,
  uncounted: 'networks',
  drawsElsewhere: true,
  players: {},
  models: () => ({}),
  networks: ({ methodOptions }, world) => networksOf(world, methodOptions),
  measures: paRlMeasures,
  ...slotsOnly,

  async collect(lab, { iteration: before, slots }) {
    const iteration = before + 1
    const { offline, online } = lab.config.methodOptions
    const script = { ...offline, key: derive(lab.root, 'script'), choose: byScript(lab.world) }
    const own = { ...online, key: derive(lab.root, 'online', iteration), choose: byPolicy(lab) }
    const { worlds, steps, key, choose } = iteration === 1 ? script : own
    return { iteration, slots, ...rowsAlone(await lab.vectors.play({ worlds, steps, key, choose })) }
  },

  fresh: null,
  async learn(lab, { iteration, rows }) {
    const { offline, online, batch: count, discount, mixing: share, cloningRate, policyRate } = lab.config.methodOptions
    const agent = agentIn(lab)
    const shape = replayShape(agent.sizes)
    const data = lab.store('offline', { shape, capacity: offline.capacity })
    const own = lab.store('online', { shape, capacity: online.capacity })
    const isOnline = iteration > 1
    const played = replayOf(rows, agent.bounds, discount)
    if (isOnline) own.append(ofSuccesses(played, agent, rowsThatReach(rows).toReversed()))
    else data.append(played)
    const options = { ...agent.options, cloningRate: isOnline ? policyRate : cloningRate }
    /* As PA-RL draws them. */
    const key = derive(lab.root, isOnline ? 'updates' : 'offline', iteration)
    const cloned = await repeatedly(isOnline ? online.updates : offline.cloning, index => {
      const drawn = derive(key, 'cloning', index)
      const batch = isOnline ? mixedSample([data, own], { key: drawn, count, share }) : data.sample(drawn, count)
      return cloneUpdate({ ...agent, options }, batch, drawn)
    })
    if (!isOnline) await resetOptimisers(agent, ['policy'])
    const models = { policy: trained(cloned, count, options.cloningRate) }
    return { models, measures: { ...outcomesOf(rows), overestimation: null }, feedback: [], learned: null }
  },

  async measure(lab) {
    const rows = await lab.vectors.play({
      ...lab.config.methodOptions.evaluation,
      ...{ key: derive(lab.root, 'evaluation'), choose: byPolicy(lab) },
    })
    const { return: sum, reached } = outcomesOf(rows)
    const measures = {
      'policy.return': sum,
      'policy.reached': reached,
      'improved.return': null,
      'improved.reached': null,
    }
    return { measures, shown: [{ title: 'policy alone', rows }] }
  },
})

const agentIn = ({ world, network, config }: Lab<PaRlConfig>) => paRlAgent(world, network, config.methodOptions)

function byPolicy(lab: Lab<PaRlConfig>): ChooseControls {
  const { policy, bounds } = agentIn(lab)
  return async (observations, keys) =>
    unscaled(bounds, await policy.sample(lab.network('policy'), observations, { keys, repeat: 1 }))
}

function ofSuccesses(rows: ReplayRows, { sizes }: Agent, kept: readonly number[]): ReplayRows {
  const { observation, action } = sizes
  return {
    observation: rowsAt(rows.observation, observation, kept),
    action: rowsAt(rows.action, action, kept),
    reward: rowsAt(rows.reward, 1, kept),
    ending: Uint8Array.from(kept, row => nth(rows.ending, row)),
    nextObservation: rowsAt(rows.nextObservation, observation, kept),
    value: rowsAt(rows.value, 1, kept),
  }
}
