/** An iteration of GRPO beside TRL's trainer. */
import type { Example } from '../../src/contracts/models/device.ts'
import { nth } from '../../src/math/nth.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'
import { standardise } from '../../src/math/statistics.ts'
import { timed } from '../engine/in-turn.ts'
import { measureOf } from '../engine/peer.ts'
import { adamw, requestsOf } from '../engine/subject.ts'
import type { PeerWork } from './comparison.ts'
import { openStarter, starterFolder, type OpenedStarter } from './starter.ts'
import { startPeer } from './start-peer.ts'

const shape = { prompts: 16, group: 8, length: 70, written: 60, parts: 4 }
/** Of TRL in a round, beside one that is not counted. */
const iterations = 1

export const grpo: PeerWork = {
  title: 'TRL',
  caveat: 'TRL’s time includes data set, collator, decoding, metrics and callbacks; ours is the bare engine.',
  open: async ({ python }) => {
    const peer = await startPeer('trl_grpo.py', python)
    const starter = await openStarter()
    const { prompts, group, written, parts } = shape
    return {
      versions: peer.versions,
      comparisons: [
        {
          work: `${prompts} prompts × ${group} completions of ${written} tokens, scored, then ${parts} steps of AdamW`,
          peer: 'GRPOTrainer',
          unit: 'trained tokens',
          ours: {
            measure: seconds => timed(() => iterate(starter), seconds, { least: 1 }),
            units: prompts * group * written,
          },
          theirs: {
            measure: measureOf(peer, { work: 'iterate', folder: starterFolder, iterations, ...shape }),
            units: prompts * group * written,
          },
        },
      ],
      close: async () => {
        peer.close()
        await starter.device.close()
      },
    }
  },
}

const random = randomFrom(rootKey(7))

/** Rewarded is the share of even ids in a completion, as on the other side. */
async function iterate({ device, config }: OpenedStarter): Promise<void> {
  const { prompts, group, length, written, parts } = shape
  const drawn = Array.from({ length: prompts }, () =>
    Int32Array.from({ length }, () => random.integer(config.vocab_size)),
  )
  const requests = requestsOf(drawn, written).map(request => ({ ...request, count: group }))
  const groups = await device.sample('model', requests)
  await device.release(
    'model',
    requests.map(({ sequenceId }) => sequenceId),
  )
  const samples = groups.flatMap((samples, index) => {
    const rewards = samples.map(({ tokens }) => tokens.filter(token => token % 2 === 0).length / tokens.length)
    const advantages = standardise(rewards)
    return samples.map(({ tokens }, at) => ({
      sequence: { tokens: Int32Array.of(...nth(drawn, index), ...tokens) },
      advantage: nth(advantages, at),
    }))
  })
  const scores = await device.logprobs(
    'model',
    samples.map(({ sequence }) => sequence),
  )
  const examples = samples.map(({ sequence, advantage }, index): Example => {
    const oldLogprobs = nth(scores, index).slice(length)
    return { sequence, spans: [{ start: length, end: length + written, advantage, oldLogprobs, weight: 1 }] }
  })
  for (let part = 0; part < parts; part += 1) {
    const batch = examples.slice((part * examples.length) / parts, ((part + 1) * examples.length) / parts)
    await device.forwardBackward('model', batch, { kind: 'clipped', clip: 0.2, klWeight: 0 })
    await device.optimStep('model', adamw)
  }
}
