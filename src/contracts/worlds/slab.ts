export interface SlabShape {
  readonly worlds: number
  readonly observationSize: number
  /** Numbers that the network says of each row. */
  readonly outputs: number
}

/** A slab as it travels; the memory is shared, not cloned. */
export interface SharedSlab extends SlabShape {
  readonly memory: SharedArrayBuffer
}
