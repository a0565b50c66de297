import type { Addressed } from '../../src/contracts/actor.ts'

export interface Item extends Addressed {
  readonly kind: 'item'
  /** From 1. */
  readonly id: number
  /** 1 KB */
  readonly load: Float32Array
}
