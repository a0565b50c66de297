/** Generation beside CTranslate2 and beside Hugging Face's `generate`. */
import { timed, type Measure } from '../engine/in-turn.ts'
import { measureOf, type Peer } from '../engine/peer.ts'
import { randomTokens, requestsOf } from '../engine/subject.ts'
import type { Comparison, OpenedPeer, PeerWork } from './comparison.ts'
import { openModel, starterFolder } from './open-model.ts'
import { startPeer } from './start-peer.ts'

const [prompts, length, written] = [64, 64, 64]
const tokens = randomTokens(prompts, length)
const request = { work: 'generate', folder: starterFolder, tokens: tokens.map(ids => [...ids]), new: written }

export const ctranslate2: PeerWork = {
  title: 'CTranslate2',
  caveat: 'Inference alone, in C++. Ours also gives log-probabilities.',
  open: async ({ python }) =>
    opened(await startPeer('ctranslate2_generation.py', python), [['CTranslate2, float32', {}]]),
}

export const transformers: PeerWork = {
  title: 'transformers',
  caveat: '`generate` takes every decoding method; servers such as vLLM are faster.',
  open: async ({ python }) =>
    opened(await startPeer('generation.py', python), [
      ['`generate`', { way: 'dynamic' }],
      ['`generate`, static cache, compiled', { way: 'compiled' }],
    ]),
}

async function opened(
  peer: Peer,
  ways: readonly (readonly [name: string, settings: Readonly<Record<string, string>>])[],
): Promise<OpenedPeer> {
  const { device } = await openModel(starterFolder)
  const requests = requestsOf(tokens, written)
  const names = requests.map(({ sequenceId }) => sequenceId)
  const ours: Measure = seconds =>
    timed(async () => {
      await device.sample('model', requests)
      await device.release('model', names)
    }, seconds)
  const units = prompts * written
  return {
    versions: peer.versions,
    comparisons: ways.map(([name, settings]): Comparison => ({
      work: `${written} tokens after each of ${prompts} prompts of ${length}`,
      peer: name,
      unit: 'tokens',
      ours: { measure: ours, units },
      theirs: { measure: measureOf(peer, { ...request, ...settings }), units },
    })),
    close: async () => {
      peer.close()
      await device.close()
    },
  }
}
