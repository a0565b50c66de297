/** An iteration of GRPO beside TRL's trainer: of all weights of the starter, and of a language model's adapter. */
import type { Example, Sequence } from '../../src/contracts/models/device.ts'
import { nth } from '../../src/math/nth.ts'
import { standardise } from '../../src/math/statistics.ts'
import { parameterCount, trainedShapes } from '../../src/model/tensors/tensors.ts'
import { timed } from '../engine/in-turn.ts'
import { measureOf, type Peer } from '../engine/peer.ts'
import { adamw } from '../engine/subject.ts'
import type { OpenedPeer, PeerWork } from './comparison.ts'
import { answerGroups, smallest, type GroupShape } from './groups.ts'
import {
  languageModelThreads,
  languageModelTitle,
  openModel,
  requireModel,
  starterFolder,
  type OpenedModel,
} from './open-model.ts'
import { startPeer } from './start-peer.ts'

interface GrpoWork {
  readonly shape: GroupShape
  /**
   * Steps of the optimiser, each on an equal part of the answers. Before several, both sides score the answers; for one, ours takes the
   * log-probabilities of sampling as the old ones, and TRL those of the pass that it trains by.
   */
  readonly parts: number
  /** Answers of one pass of TRL. */
  readonly batch: number
  /** Whether each side makes an iteration first that is not counted. */
  readonly warm: boolean
}

/** Of TRL in a round. */
const iterations = 1
const caveat = 'TRL’s time includes data set, collator, decoding, metrics and callbacks; ours is the bare engine.'

const starterWork: GrpoWork = {
  shape: { prompts: 16, group: 8, length: 70, written: 60 },
  ...{ parts: 4, batch: 32, warm: true },
}

const adapterWork: GrpoWork = {
  shape: { prompts: 64, group: 8, length: 64, written: 32 },
  ...{ parts: 1, batch: 8, warm: false },
}

export const grpo: PeerWork = {
  title: 'TRL',
  caveat,
  open: async ({ python }) =>
    opened(await startPeer('trl_grpo.py', python), await openModel(starterFolder), starterWork),
}

export const adapterGrpo: PeerWork = {
  title: 'TRL and PEFT',
  caveat: `Float32; an adapter alone is trained. Ours reads a prompt once for its group, TRL for each answer. ${caveat}`,
  open: async ({ python, model: folder }) => {
    const from = requireModel(folder)
    const peer = await startPeer('trl_grpo.py', python, languageModelThreads)
    const model = await openModel(from, languageModelThreads)
    return opened(peer, model, adapterWork, `${languageModelTitle(model)}: `)
  },
}

async function opened(peer: Peer, model: OpenedModel, work: GrpoWork, title = ''): Promise<OpenedPeer> {
  const { shape, parts, batch, warm } = work
  const { folder, config } = model
  await iterate(model, { ...work, shape: smallest(shape) })
  const units = shape.prompts * shape.group * shape.written
  const trained = parameterCount(config, trainedShapes)
  const asked = { work: 'iterate', folder, trained, iterations, parts, batch, uncounted: warm ? 1 : 0, ...shape }
  return {
    versions: peer.versions,
    comparisons: [
      {
        ...{
          work: `${title}${titleOf(work)}${config.lora === undefined ? '' : ' of an adapter'}`,
          peer: 'GRPOTrainer',
          unit: 'trained tokens',
        },
        ours: { measure: seconds => timed(() => iterate(model, work), seconds, { least: 1, warm }), units },
        theirs: { measure: measureOf(peer, asked), units },
      },
    ],
    close: async () => {
      peer.close()
      await model.device.close()
    },
  }
}

function titleOf({ shape: { prompts, group, written }, parts }: GrpoWork): string {
  const steps = parts === 1 ? 'a step' : `${parts} steps`
  return `${prompts} prompts × ${group} completions of ${written} tokens${parts === 1 ? '' : ', scored'}, then ${steps} of AdamW`
}

/** Rewarded is the share of even ids in a completion, as on the other side. */
async function iterate(model: OpenedModel, { shape, parts }: GrpoWork): Promise<void> {
  const { device } = model
  const { length, written } = shape
  const samples = (await answerGroups(model, shape)).flatMap(({ prompt, samples }) => {
    const rewards = samples.map(({ tokens }) => tokens.filter(token => token % 2 === 0).length / tokens.length)
    const advantages = standardise(rewards)
    return samples.map(({ tokens, logprobs }, at) => ({
      sequence: { tokens: Int32Array.of(...prompt, ...tokens) },
      advantage: nth(advantages, at),
      sampled: logprobs,
    }))
  })
  const scored = parts === 1 ? null : await scores(model, samples, length)
  const examples = samples.map(({ sequence, advantage, sampled }, index): Example => {
    const oldLogprobs = scored === null ? sampled : nth(scored, index)
    return { sequence, spans: [{ start: length, end: length + written, advantage, oldLogprobs, weight: 1 }] }
  })
  for (let part = 0; part < parts; part += 1) {
    const batch = examples.slice((part * examples.length) / parts, ((part + 1) * examples.length) / parts)
    await device.forwardBackward('model', batch, { kind: 'clipped', clip: 0.2, klWeight: 0 })
    await device.optimStep('model', adamw)
  }
}

/** Log-probabilities of each sequence from this place on. */
async function scores(
  { device }: OpenedModel,
  samples: readonly { readonly sequence: Sequence }[],
  from: number,
): Promise<readonly Float32Array[]> {
  const found = await device.logprobs(
    'model',
    samples.map(({ sequence }) => sequence),
  )
  return found.map(each => each.slice(from))
}
