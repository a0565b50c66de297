/** Forward passes and training steps beside PyTorch, as it comes and compiled. */
import { createOnnxDevice } from '../../src/engine/local/create-onnx-device.ts'
import { timed } from '../engine/in-turn.ts'
import { measureOf } from '../engine/peer.ts'
import { askedAs, length, requireSame, titles, width, works } from '../engine/steps.ts'
import { makeSubject, randomTokens } from '../engine/subject.ts'
import type { Comparison, PeerWork } from './comparison.ts'
import { startPeer, threads } from './start-peer.ts'

const batch = 32
const ways = { eager: 'PyTorch, eager', compiled: 'PyTorch, `torch.compile`' } as const

export const pytorch: PeerWork = {
  title: 'PyTorch',
  caveat:
    'Ours also checks for finite numbers and clips gradients. Compiling, half a minute for each shape, is not counted.',
  open: async ({ python }) => {
    const peer = await startPeer('training.py', python)
    const subject = await makeSubject(width, length)
    const device = await createOnnxDevice({ threads })
    await device.load('model', subject.state)
    const tokens = randomTokens(batch, length)
    const request = { folder: subject.folder, tokens: tokens.map(ids => [...ids]) }
    await requireSame(device, peer, request)
    const units = batch * length
    const comparison = (work: keyof typeof works, way: keyof typeof ways): Comparison => ({
      work: `${titles[work]} of ${batch} sequences of ${length} tokens, width ${width}`,
      peer: ways[way],
      unit: 'tokens',
      ours: { measure: seconds => timed(works[work](device, tokens), seconds), units },
      theirs: { measure: measureOf(peer, { ...request, work: askedAs[work], way }), units },
    })
    return {
      versions: peer.versions,
      comparisons: [
        comparison('logprobs', 'eager'),
        comparison('logprobs', 'compiled'),
        comparison('train', 'eager'),
        comparison('train', 'compiled'),
      ],
      close: async () => {
        peer.close()
        await device.close()
        await subject.remove()
      },
    }
  },
}
