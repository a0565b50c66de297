/** The other end of the benchmark: the same for every transport. */
import { batchSize, type Post } from './parcel.ts'
import { openWorldBuffer, type WorldBuffer } from '../../src/vector/world-buffer.ts'

export interface Peer {
  readonly receive: (post: Post) => void
}

export function peer(name: string, send: (post: Post) => void): Peer {
  let buffer: WorldBuffer | null = null
  let batch = new Float32Array(0)
  let counted = 0
  let awaited: Extract<Post, { kind: 'await' }> | null = null

  const count = (): void => {
    counted += 1
    if (awaited === null || counted < awaited.count) return
    counted = 0
    send({ ...awaited, to: awaited.from, from: name })
    awaited = null
  }

  return {
    receive: post => {
      switch (post.kind) {
        case 'parcel':
          return post.back ? send({ ...post, to: post.from, from: name }) : count()
        case 'share':
          buffer = openWorldBuffer(post.shared)
          batch = new Float32Array(batchSize * post.shared.observationSize)
          return
        case 'doorbell': {
          if (buffer === null) throw new Error('no buffer has been shared')
          const size = buffer.shared.observationSize
          batch.set(buffer.observations.subarray(post.part * batchSize * size, (post.part + 1) * batchSize * size))
          return post.back ? send({ ...post, to: post.from, from: name }) : count()
        }
        case 'await':
          awaited = post
          counted -= 1
          return count()
      }
    },
  }
}
