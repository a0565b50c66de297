/**
 * How long does it take to write 64 tokens after each of 64 prompts of 64 tokens, beside Hugging Face's `generate` with its
 * cache, and beside a plain PyTorch loop with one? Sampled at temperature 1, no token ends a text.
 */
import { createOnnxDevice } from '../../src/engine/local/create-onnx-device.ts'
import { inTurn, median, ratioToBest, timed, type Measure } from './in-turn.ts'
import { measureOf, openPeer } from './peer.ts'
import type { Settings } from './settings.ts'
import { makeSubject, randomTokens, requestsOf, type Subject } from './subject.ts'
import { cells, header, milliseconds, perSecond, times } from '../table.ts'

const prompts = 64
const length = 64
const written = 64
/** Hugging Face's `generate` with either of its caches, the static one also compiled, and the plain loop. */
const ways = { generate: ['dynamic', 'static', 'compiled'], loop: ['loop'] } as const

export async function generation(settings: Settings): Promise<void> {
  console.log(
    `\n${written} tokens for ${prompts} prompts of ${length}; 4 heads, 2 layers, vocabulary 256; ms in all.\n`,
  )
  const theirs = ['generate', 'static cache', 'compiled', 'plain loop']
  console.log(
    header(['width', 'key heads', 'threads', 'ours', ...theirs, 'of generate', 'of the loop', 'ours, tokens/s']),
  )
  for (const keyHeads of [4, 2]) {
    for (const width of [64, 128]) {
      const subject = await makeSubject(width, length + written, keyHeads)
      try {
        for (const threads of settings.threads) await compareThreads(subject, { width, keyHeads, threads }, settings)
      } finally {
        await subject.remove()
      }
    }
  }
}

async function compareThreads(
  { state, folder }: Subject,
  { width, keyHeads, threads }: { readonly width: number; readonly keyHeads: number; readonly threads: number },
  settings: Settings,
): Promise<void> {
  const device = await createOnnxDevice({ threads })
  const peer = await openPeer('generation.py', threads)
  try {
    await device.load('model', state)
    const tokens = randomTokens(prompts, length)
    const requests = requestsOf(tokens, written)
    const names = requests.map(({ sequenceId }) => sequenceId)
    const write = async (): Promise<void> => {
      await device.sample('model', requests)
      await device.release('model', names)
    }
    const ours: Measure = seconds => timed(write, seconds)
    const request = { work: 'generate', folder, tokens: tokens.map(ids => [...ids]), new: written }
    const asked = [...ways.generate, ...ways.loop].map(way => [way, measureOf(peer, { ...request, way })] as const)
    const rounds = await inTurn({ ours, ...(peer === null ? {} : Object.fromEntries(asked)) }, settings)
    const ms = ['ours', ...ways.generate, ...ways.loop].map(name => milliseconds(median(rounds, name)))
    const ratios = [ways.generate, ways.loop].map(names => times(ratioToBest(rounds, 'ours', names)))
    console.log(
      cells([width, keyHeads, threads, ...ms, ...ratios, perSecond(prompts * written, median(rounds, 'ours'))]),
    )
  } finally {
    peer?.close()
    await device.close()
  }
}
