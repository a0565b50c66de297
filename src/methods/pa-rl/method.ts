/**
 * Policy-agnostic RL: actions are improved by the critic, globally (the best of samples) and locally (gradient steps), and the policy,
 * of any class, learns them by its own supervised loss; no gradient of Q flows through it. Offline on data, then online.
 * Source: Mark, Gao, Gilbert, Srirama, Zhang, Finn & Kumar, Policy agnostic RL: offline RL and online RL fine-tuning of any class and
 * backbone (2024), algorithm 1.
 */
import { readTransitions } from '../../store/read-transitions.ts'
import { mixedSample } from '../../store/mixed-sample.ts'
import type { VectorRows } from '../../contracts/worlds/vector-rows.ts'
import { derive } from '../../math/random.ts'
import { defineMethod } from '../define-method.ts'
import type { Collected, Lab, Progress } from '../method.ts'
import { rowsAlone } from '../kit/rows-alone.ts'
import { slotsOnly } from '../kit/slots-only.ts'
import { paRlAgent, networksOf, type Agent } from './agent.ts'
import { cloneUpdate, criticUpdate, distilUpdate, resetOptimisers, updatesBefore } from './learn.ts'
import { onlineMeasures, outcomesOf, paRlMeasures } from './measures.ts'
import { replayOf, replayOfData, replayShape, type ReplayRows } from './replay.ts'
import { paRlSettings, type PaRlConfig, type PaRlOptions } from './settings.ts'
import { byScript } from '../control/by-script.ts'
import { sizesOf, unscaled } from '../control/control-world.ts'
import { repeatedly, trained } from '../control/updates.ts'

interface Batch extends Progress, Collected {
  /** Of the world, by script or policy; `null` where nothing was played. */
  readonly rows: VectorRows | null
}

type PaRlLab = Lab<PaRlConfig>

export const paRl = defineMethod<typeof paRlSettings, object, Progress, Batch, null>({
  name: 'pa-rl',
  settings: paRlSettings,
  uncounted: 'networks',
  drawsElsewhere: true,
  players: {},
  models: () => ({}),
  networks: ({ methodOptions }, world) => networksOf(world, methodOptions),
  measures: paRlMeasures,
  contradictions: ({ methodOptions: { keep, samples, subsample, members, offline } }) => [
    ...(keep > samples ? [`methodOptions.keep must be at most methodOptions.samples, ${samples}, got ${keep}`] : []),
    ...(subsample > members
      ? [`methodOptions.subsample must be at most methodOptions.members, ${members}, got ${subsample}`]
      : []),
    ...(offline.data === null ? lackOfRoom(offline.worlds * offline.steps, offline) : []),
  ],
  prepare: async ({ config, world }) => {
    sizesOf(world)
    if (config.methodOptions.offline.data === null && world.vectors?.script === undefined)
      throw new RangeError(`methodOptions.offline.data must name a file, since ${world.name} has no script, got null`)
    return { parts: {} }
  },
  ...slotsOnly,

  async collect(lab, { iteration: before, slots }) {
    const iteration = before + 1
    const { offline } = lab.config.methodOptions
    const own = iteration > offline.iterations
    const played = own ? await playOnline(lab, iteration) : iteration === 1 ? await playScript(lab) : null
    return { iteration, slots, ...rowsAlone(played) }
  },

  fresh: null,
  async learn(lab, batch) {
    const { offline } = lab.config.methodOptions
    const agent = agentIn(lab)
    const learnt = await (batch.iteration > offline.iterations ? learnOnline : learnOffline)(lab, agent, batch)
    return { ...learnt, feedback: [], learned: null }
  },

  async measure(lab, { iteration }) {
    const agent = agentIn(lab)
    const { evaluation } = lab.config.methodOptions
    const key = derive(lab.root, 'evaluation')
    const play = async (title: string, act: Agent['act']) => {
      const rows = await lab.vectors.play({ ...evaluation, key, choose: choosing(agent, act) })
      return { title, rows, ...outcomesOf(rows) }
    }
    const alone = await play('policy alone', (observations, keys) =>
      agent.policy.sample(lab.network('policy'), observations, { keys, repeat: 1 }),
    )
    const improved = iteration === 0 ? null : await play('improved actions', agent.act)
    return {
      measures: {
        ...{ 'policy.return': alone.return, 'policy.reached': alone.reached },
        ...{ 'improved.return': improved?.return ?? null, 'improved.reached': improved?.reached ?? null },
      },
      shown: improved === null ? [alone] : [alone, improved],
    }
  },
})

const agentIn = ({ world, network, config }: PaRlLab): Agent => paRlAgent(world, network, config.methodOptions)

const choosing =
  ({ bounds }: Agent, act: Agent['act']): Agent['act'] =>
  async (observations, keys) =>
    unscaled(bounds, await act(observations, keys))

/** With the best improved actions. */
function playOnline(lab: PaRlLab, iteration: number): Promise<VectorRows> {
  const agent = agentIn(lab)
  const { worlds, steps } = lab.config.methodOptions.online
  return lab.vectors.play({
    worlds,
    steps,
    key: derive(lab.root, 'online', iteration),
    choose: choosing(agent, agent.act),
  })
}

/** Offline data by the world's script; `null` where a file has it. */
async function playScript({ world, vectors, root, config }: PaRlLab): Promise<VectorRows | null> {
  const { data, worlds, steps } = config.methodOptions.offline
  if (data !== null) return null
  return vectors.play({ worlds, steps, key: derive(root, 'script'), choose: byScript(world) })
}

const storesOf = ({ store, world, config: { methodOptions } }: PaRlLab) => {
  const shape = replayShape(sizesOf(world).sizes)
  const { offline, online } = methodOptions
  return [
    store('offline', { shape, capacity: offline.capacity }),
    store('online', { shape, capacity: online.capacity }),
  ] as const
}

/** A store that is full would forget the data that came first. */
const lackOfRoom = (rows: number, { capacity }: PaRlOptions['offline']): readonly string[] =>
  rows > capacity
    ? [`methodOptions.offline.capacity must be at least the ${rows} rows of the data, got ${capacity}`]
    : []

async function learnOffline(lab: PaRlLab, agent: Agent, { iteration, rows }: Batch) {
  const { offline, batch: count, discount } = lab.config.methodOptions
  const [data] = storesOf(lab)
  if (iteration === 1) {
    const found: ReplayRows =
      rows === null
        ? replayOfData(await readTransitions(offline.data ?? '', agent.sizes), agent.bounds, discount)
        : replayOf(rows, agent.bounds, discount)
    const [problem] = lackOfRoom(found.reward.length, offline)
    if (problem !== undefined) throw new RangeError(problem)
    data.append(found)
  }
  const key = derive(lab.root, 'offline', iteration)
  const cloned = await repeatedly(iteration === 1 ? offline.cloning : 0, index => {
    const own = derive(key, 'cloning', index)
    return cloneUpdate(agent, data.sample(own, count), own)
  })
  const before = updatesBefore(iteration, lab.config.methodOptions)
  const critic = await repeatedly(offline.updates, index => {
    const own = derive(key, 'critic', index)
    return criticUpdate(agent, data.sample(own, count), own, before + index)
  })
  if (iteration === offline.iterations) await resetOptimisers(agent, ['policy', 'critic'])
  const { cloningRate, criticRate } = lab.config.methodOptions
  return {
    models: { policy: trained(cloned, count, cloningRate), critic: trained(critic, count, criticRate) },
    measures: { return: null, reached: null, overestimation: null },
  }
}

async function learnOnline(lab: PaRlLab, agent: Agent, { iteration, rows }: Batch) {
  const { online, batch: count, discount, mixing: share, criticRate, policyRate } = lab.config.methodOptions
  const before = updatesBefore(iteration, lab.config.methodOptions)
  const [data, replay] = storesOf(lab)
  if (rows === null) throw new Error('nothing was played online')
  const played = replayOf(rows, agent.bounds, discount)
  const measures = await onlineMeasures(rows, played, agent.q)
  replay.append(played)
  const key = derive(lab.root, 'updates', iteration)
  const sample = (index: number) => mixedSample([data, replay], { key: derive(key, 'rows', index), count, share })
  const critic = await repeatedly(online.updates, index =>
    criticUpdate(agent, sample(index), derive(key, 'critic', index), before + index),
  )
  const policy = await repeatedly(online.updates, index =>
    distilUpdate(agent, sample(index), derive(key, 'policy', index)),
  )
  return {
    models: { policy: trained(policy, count, policyRate), critic: trained(critic, count, criticRate) },
    measures,
  }
}
