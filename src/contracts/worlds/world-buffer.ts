export interface WorldBufferShape {
  readonly worlds: number
  readonly observationSize: number
  /** Numbers that the network says of each row. */
  readonly outputs: number
  /** Numbers of a continuous action; left out, actions are discrete. */
  readonly controls?: number
}

/** A buffer as it travels; the memory is shared, not cloned. */
export interface SharedWorldBuffer extends WorldBufferShape {
  readonly memory: SharedArrayBuffer
}
