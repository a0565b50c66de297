/**
 * A method that trains networks on a vector world: REINFORCE with a learned baseline. The policy gains δ ∇ ln π(a|s), where δ is the
 * return less the baseline, v(s); the baseline is fitted to the returns of the last iterations, which a store keeps.
 * Source: Sutton & Barto, Reinforcement Learning, 2nd ed. (2018), section 13.4. Departures: AdamW; δ has no factor γᵗ; an episode that
 * is cut off, or goes on after the last step, is continued by the baseline.
 */
import {
  defineMethod,
  derive,
  endings,
  networkTraining,
  rowsAlone,
  slotsOnly,
  type Collected,
  type Lab,
  type NetworkHandle,
  type Progress,
  type VectorRows,
} from 'rlanything'
import { z } from 'zod'

const settings = {
  reinforce: z
    .strictObject({
      worlds: z.int().min(1).default(16).describe('worlds stepped together'),
      blocks: z.int().min(1).default(2).describe('blocks of so many worlds, which threads share'),
      steps: z.int().min(1).default(250).describe('steps of each world an iteration'),
      discount: z.number().min(0).max(1).default(0.99).describe('γ'),
      learningRate: z.number().positive().default(0.01).describe('of both networks'),
      capacity: z.int().min(1).default(32_000).describe('rows that the baseline is fitted to at most'),
      fits: z.int().min(1).default(20).describe('updates of the baseline an iteration'),
      batch: z.int().min(1).default(256).describe('rows of each'),
    })
    .prefault({})
    .describe('REINFORCE with a learned baseline'),
}

interface Batch extends Progress, Collected {
  readonly rows: VectorRows
}

export default defineMethod<typeof settings, object, Progress, Batch, null>({
  name: 'cart-pole-reinforce',
  settings,
  uncounted: 'two networks',
  drawsElsewhere: true,
  players: {},
  models: () => ({}),
  networks: (_, { name, vectors }) => {
    if (vectors === undefined) throw new RangeError(`environment.name must be a vector world, got ${name}`)
    const { observationSize: inputs, actions } = vectors
    return { policy: { inputs, hidden: [32], outputs: actions }, baseline: { inputs, hidden: [32], outputs: 1 } }
  },
  measures: [
    {
      ...{
        id: 'episode-steps',
        title: 'steps of an episode',
        section: 'REINFORCE',
        format: 'decimal',
        column: 'steps',
      },
      about: 'Steps of the iteration over episodes that ended in it.',
    },
  ],
  ...slotsOnly,

  async collect({ vectors, root, config: { reinforce } }, { iteration: before, slots }) {
    const iteration = before + 1
    const { worlds, blocks, steps } = reinforce
    const key = derive(root, 'rows', iteration)
    const rows = await vectors.play({ network: 'policy', key, worlds, blocks, steps })
    return { iteration, slots, ...rowsAlone(rows) }
  },

  fresh: null,
  async learn(lab, { rows, iteration }) {
    const { learningRate, fits } = lab.config.reinforce
    const [policy, baseline] = [lab.network('policy'), lab.network('baseline')]
    const { observations, nextObservations, actions } = rows
    const values = await baseline.forward(observations)
    const returns = returnsOf(rows, await baseline.forward(nextObservations), lab.config.reinforce.discount)

    const logits = await policy.forward(observations)
    const { gradients, entropy } = policyGradients(
      logits,
      actions,
      returns.map((value, row) => value - values[row]!),
    )
    await policy.backward(observations, gradients)
    const { gradientNorm } = await policy.optimStep({ learningRate })
    const loss = await fitBaseline(lab, baseline, { rows, returns, iteration })

    const ended = rows.endings.filter(ending => ending !== endings.none).length
    const samples = actions.length
    return {
      models: {
        policy: networkTraining({ samples, updates: 1, learningRate, entropy, gradientNorm }),
        baseline: networkTraining({ samples: fits * lab.config.reinforce.batch, updates: fits, learningRate, loss }),
      },
      measures: { 'episode-steps': samples / Math.max(1, ended) },
      feedback: [],
      learned: null,
    }
  },
})

/** Gₜ = rₜ + γ Gₜ₊₁, which ends with 0 where the pole fell, and with the baseline's value where the episode goes on unseen. */
function returnsOf({ worlds, steps, rewards, endings: ended }: VectorRows, next: Float32Array, discount: number) {
  const returns = new Float32Array(rewards.length)
  for (let world = 0; world < worlds; world += 1) {
    for (let step = steps - 1; step >= 0; step -= 1) {
      const row = world * steps + step
      const unseen = step === steps - 1 || ended[row] === endings.truncated
      const after = ended[row] === endings.terminal ? 0 : unseen ? next[row]! : returns[row + 1]!
      returns[row] = rewards[row]! + discount * after
    }
  }
  return returns
}

/** Of −Σ δ ln π(a|s) / rows by the logits, −δ (1ₐ − π) / rows, and the mean entropy of π. */
function policyGradients(logits: Float32Array, actions: Int32Array, advantages: Float32Array) {
  const gradients = new Float32Array(logits.length)
  const count = logits.length / actions.length
  let entropy = 0
  for (const [row, action] of actions.entries()) {
    const own = logits.subarray(row * count, (row + 1) * count)
    const largest = Math.max(...own)
    const masses = Array.from(own, logit => Math.exp(logit - largest))
    const total = masses.reduce((sum, mass) => sum + mass, 0)
    for (const [index, mass] of masses.entries()) {
      const share = mass / total
      gradients[row * count + index] = (-advantages[row]! * (Number(index === action) - share)) / actions.length
      entropy -= share * Math.log(share)
    }
  }
  return { gradients, entropy: entropy / actions.length }
}

/** @returns the mean squared error of the last update. */
async function fitBaseline(
  {
    store,
    root,
    config: { reinforce },
  }: Pick<Lab<Lab['config'] & { reinforce: Settings }>, 'store' | 'root' | 'config'>,
  baseline: NetworkHandle,
  { rows, returns, iteration }: { rows: VectorRows; returns: Float32Array; iteration: number },
): Promise<number> {
  const { capacity, fits, batch, learningRate } = reinforce
  const observation = { type: 'float32', size: baseline.inputs } as const
  const recent = store('returns', { shape: { observation, value: 'float32' }, capacity })
  recent.append({ observation: rows.observations, value: returns })
  let loss = 0
  for (let fit = 0; fit < fits; fit += 1) {
    const drawn = recent.sample(derive(root, 'baseline', iteration, fit), batch)
    const errors = (await baseline.forward(drawn.observation)).map((value, row) => value - drawn.value[row]!)
    await baseline.backward(
      drawn.observation,
      errors.map(error => (2 * error) / batch),
    )
    await baseline.optimStep({ learningRate })
    loss = errors.reduce((sum, error) => sum + error ** 2, 0) / batch
  }
  return loss
}

type Settings = z.output<(typeof settings)['reinforce']>
