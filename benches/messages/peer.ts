/** The other end of the benchmark: the same for every transport. */
import { batchSize } from './parcel.ts'
import type { Post } from './parcel.ts'
import { openSlab, type Slab } from '../../src/vector/slab.ts'

export interface Peer {
  readonly receive: (post: Post) => void
}

export function peer(name: string, send: (post: Post) => void): Peer {
  let slab: Slab | null = null
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
          slab = openSlab(post.shared)
          batch = new Float32Array(batchSize * post.shared.observationSize)
          return
        case 'doorbell': {
          if (slab === null) throw new Error('no slab has been shared')
          const size = slab.shared.observationSize
          batch.set(slab.observations.subarray(post.part * batchSize * size, (post.part + 1) * batchSize * size))
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
