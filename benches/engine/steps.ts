/** Scoring and training of batches beside PyTorch on the same weights. */
import type { Device } from '../../src/contracts/models/device.ts'
import { createOnnxDevice } from '../../src/engine/local/create-onnx-device.ts'
import { inTurn, median, ratioToBest, timed, type Measure } from './in-turn.ts'
import { logprobsOf, measureOf, openPeer, type Peer } from './peer.ts'
import type { Settings } from './settings.ts'
import { adamw, examplesOf, makeSubject, randomTokens, type Subject } from './subject.ts'
import { cells, header, milliseconds, perSecond, times } from '../table.ts'

export const width = 128
export const length = 64
/** Largest difference of log-probabilities at which both sides count as computing the same, nats. */
const tolerance = 1e-3

/** Prints a table with a row for each number of threads, sort of work and size of batch. */
export async function compareSteps(batches: readonly number[], settings: Settings): Promise<void> {
  console.log(`\nWidth ${width}, 4 heads, 2 layers, ${length} tokens, vocabulary 256; milliseconds a call.\n`)
  console.log(
    header([
      'work',
      'batch',
      'threads',
      'ours',
      'PyTorch, eager',
      'compiled',
      'of eager',
      'of compiled',
      'ours, tokens/s',
    ]),
  )
  const subject = await makeSubject(width, length)
  try {
    for (const threads of settings.threads) {
      const device = await createOnnxDevice({ threads })
      const peer = await openPeer('training.py', threads)
      try {
        for (const batch of batches) await compareBatch({ device, peer, subject, batch, threads }, settings)
      } finally {
        peer?.close()
        await device.close()
      }
    }
  } finally {
    await subject.remove()
  }
}

interface Case {
  readonly device: Device
  readonly peer: Peer | null
  readonly subject: Subject
  readonly batch: number
  readonly threads: number
}

async function compareBatch({ device, peer, subject, batch, threads }: Case, settings: Settings): Promise<void> {
  const tokens = randomTokens(batch, length)
  const lists = tokens.map(sequence => [...sequence])
  await device.load('model', subject.state)
  if (peer !== null) await requireSame(device, peer, { folder: subject.folder, tokens: lists })
  for (const work of ['logprobs', 'train'] as const) {
    const theirs = (way: string) => measureOf(peer, { work: askedAs[work], way, folder: subject.folder, tokens: lists })
    const ours: Measure = seconds => timed(works[work](device, tokens), seconds)
    const rounds = await inTurn(
      peer === null ? { ours } : { ours, eager: theirs('eager'), compiled: theirs('compiled') },
      settings,
    )
    const ms = ['ours', 'eager', 'compiled'].map(name => milliseconds(median(rounds, name)))
    const ratios = ['eager', 'compiled'].map(way => times(ratioToBest(rounds, 'ours', [way])))
    console.log(
      cells([titles[work], batch, threads, ...ms, ...ratios, perSecond(batch * length, median(rounds, 'ours'))]),
    )
  }
}

/** Names of the work in benches/peers/training.py. */
export const askedAs = { logprobs: 'score', train: 'train' } as const

export const titles = { logprobs: 'forward', train: 'training step' } as const

export const works = {
  logprobs: (device: Device, tokens: readonly Int32Array[]) => {
    const sequences = tokens.map(sequence => ({ tokens: sequence }))
    return () => device.logprobs('model', sequences)
  },
  train: (device: Device, tokens: readonly Int32Array[]) => {
    const examples = examplesOf(tokens)
    return async () => {
      await device.forwardBackward('model', examples, { kind: 'cross-entropy' })
      await device.optimStep('model', adamw)
    }
  },
} as const

/** @throws {Error} if both do not give the same log-probabilities. */
export async function requireSame(
  device: Device,
  peer: Peer,
  request: { readonly folder: string; readonly tokens: readonly (readonly number[])[] },
): Promise<void> {
  const sequences = request.tokens.map(sequence => ({ tokens: Int32Array.from(sequence) }))
  const ours = (await device.logprobs('model', sequences)).flatMap(row => [...row.slice(1)])
  const theirs = (await logprobsOf(peer, request)).flat()
  const largest = Math.max(...ours.map((own, index) => Math.abs(own - theirs[index]!)))
  if (!(largest <= tolerance)) throw new Error(`log-probabilities differ by ${largest}, more than ${tolerance}`)
}
