/**
 * VLM-RL: an image-text model says of each picture how well it goes with a goal that is wanted, against one that is not; with the state of
 * the vehicle this becomes the reward. Steps are played first, their rewards computed in batches and written over those of the world, then
 * SAC or PPO learns.
 * Source: Huang, Sheng, Qu, You & Chen, VLM-RL: a unified vision language models and reinforcement learning framework for safe autonomous
 * driving (2024), algorithm 1, and its released code.
 */
import { prefixed } from '../../contracts/measure.ts'
import type { VectorRows } from '../../contracts/worlds/vector-rows.ts'
import { derive, randomFrom } from '../../math/random.ts'
import type { ChooseControls } from '../../vector/function-decisions.ts'
import type { VectorPlay } from '../../vector/vectors.ts'
import { byScript } from '../control/by-script.ts'
import { unscaled } from '../control/control-world.ts'
import { defineMethod } from '../define-method.ts'
import { rowsAlone } from '../kit/rows-alone.ts'
import { slotsOnly } from '../kit/slots-only.ts'
import type { Collected, Lab, Progress } from '../method.ts'
import { drivingOf, drivingNetworks, type Driving } from './driving.ts'
import type { ImageTextModel } from './image-text/image-text-model.ts'
import { learners } from './learners.ts'
import { drivesOf, noDrives, vlmRlMeasures } from './measures.ts'
import { vlmRlSettings, type VlmRlConfig } from './settings.ts'
import { squashedActions } from './squashed-normal.ts'

interface Batch extends Progress, Collected {
  readonly rows: VectorRows
}

interface Parts {
  /** The model of the folder, opened when it is first asked; `null` without one. */
  readonly clip: (() => Promise<ImageTextModel>) | null
}

type VlmRlLab = Lab<VlmRlConfig> & Parts

export const vlmRl = defineMethod<typeof vlmRlSettings, Parts, Progress, Batch, null>({
  name: 'vlm-rl',
  settings: vlmRlSettings,
  uncounted: 'networks',
  drawsElsewhere: true,
  players: {},
  models: () => ({}),
  networks: ({ methodOptions: options }, world) => {
    const driving = drivingOf(world, options)
    return { ...drivingNetworks(driving, options), ...learners[options.learner].networks(driving, options) }
  },
  measures: vlmRlMeasures,
  prepare: async ({ config: { methodOptions }, world }) => {
    const { view } = drivingOf(world, methodOptions)
    if (methodOptions.clip === null) {
      byScript(world)
      return { parts: { clip: null } }
    }
    const { readClipFolder } = await import('./image-text/clip.ts')
    const folder = await readClipFolder(methodOptions.clip)
    let opened: ReturnType<typeof folder.open> | null = null
    return { parts: { clip: () => (opened ??= folder.open(view)) }, close: async () => (await opened)?.close() }
  },
  ...slotsOnly,

  async collect(lab, { iteration: before, slots }) {
    const iteration = before + 1
    const { methodOptions: options } = lab.config
    const { worlds, steps } = options.play
    const random = learners[options.learner].randomIterations(options)
    const choose = iteration <= random ? uniform(drivingIn(lab)) : byPolicy(lab, { drawn: true })
    const rows = await lab.vectors.play({ worlds, steps, key: derive(lab.root, 'play', iteration), choose })
    return { iteration, slots, ...rowsAlone(rows) }
  },

  fresh: null,
  async learn(lab, { iteration, rows }) {
    const { methodOptions: options, iterations } = lab.config
    const driving = drivingIn(lab)
    const share = iterations === 1 ? 0 : (iteration - 1) / (iterations - 1)
    const learningRate = (1 - share) * options.learningRate + share * options.lastLearningRate
    const [take, { relabel }] = await Promise.all([learners[options.learner].load(), import('./relabel.ts')])
    const { write, learn } = take(lab, { iteration, rows, driving, learningRate })
    const model = await imageTextModel(lab, driving)
    const { goal, reward } = await relabel(rows, write, { driving, model, options })
    const { models, entropy } = await learn()
    return { models, measures: { goal, reward, entropy }, feedback: [], learned: null }
  },

  async measure(lab) {
    const choose = byPolicy(lab, { drawn: false })
    const { worlds, steps, unseen } = lab.config.methodOptions.evaluation
    const play = async (title: string, options: VectorPlay['options'] = {}) => {
      const key = derive(lab.root, 'evaluation')
      return { title, rows: await lab.vectors.play({ worlds, steps, key, choose, options }) }
    }
    const driving = drivingIn(lab)
    const seen = await play('seen')
    const other = unseen === null ? null : await play('unseen', unseen)
    return {
      measures: {
        ...drivesOf(seen.rows, driving),
        ...prefixed('unseen.', other === null ? noDrives : drivesOf(other.rows, driving)),
      },
      shown: other === null ? [seen] : [seen, other],
    }
  },
})

const drivingIn = ({ world, config }: Pick<VlmRlLab, 'world' | 'config'>): Driving =>
  drivingOf(world, config.methodOptions)

const uniform =
  ({ bounds, sizes }: Driving): ChooseControls =>
  (_, keys) => {
    const drawn = keys.flatMap(key => {
      const random = randomFrom(key)
      return Array.from({ length: sizes.action }, () => 2 * random.uniform() - 1)
    })
    return Promise.resolve(unscaled(bounds, Float32Array.from(drawn)))
  }

function byPolicy(lab: VlmRlLab, { drawn }: { readonly drawn: boolean }): ChooseControls {
  const { bounds, seen, sizes } = drivingIn(lab)
  return async (observations, keys) => {
    const outputs = await lab.network('policy').forward(seen(observations))
    return unscaled(bounds, squashedActions(outputs, sizes.action, drawn ? keys : null).actions)
  }
}

/** What goals look like is kept with the stores. */
async function imageTextModel(lab: VlmRlLab, driving: Driving): Promise<ImageTextModel> {
  if (lab.clip !== null) return lab.clip()
  const { frozenEncoder, shownExamples, shownRows } = await import('./image-text/frozen-encoder.ts')
  const { examples, encoderSize: size } = lab.config.methodOptions
  const capacity = shownRows(size)
  const shown = lab.store('examples', { shape: { vector: { type: 'float32', size } }, capacity })
  const encode = (pictures: Float32Array) => lab.network('encoder').forward(pictures)
  if (shown.rows === 0) {
    const played = await lab.vectors.play({
      ...{ ...examples, key: derive(lab.root, 'examples') },
      choose: byScript(lab.world),
    })
    const pictures = driving.views(played.nextObservations)
    const clearances = driving.read(played.nextObservations, 'clearance')
    shown.append({ vector: await shownExamples(encode, { pictures, clearances }) })
  }
  return frozenEncoder(encode, shown.read(0, capacity).vector, size)
}
