/**
 * Arithmetic that neither JavaScript nor ONNX Runtime does fast: loops over float32 numbers in WebAssembly, four at a time.
 * Their source is in `assembly`. All numbers lie in one memory, and are named by their place in it, in bytes.
 */
import { readFileSync } from 'node:fs'

/** Each function is described in the file of its name in `assembly`. */
export interface Kernels {
  readonly rotate: (
    rows: number,
    width: number,
    count: number,
    heads: number,
    size: number,
    positions: number,
    table: number,
  ) => void
  readonly remember: (
    rows: number,
    width: number,
    from: number,
    count: number,
    heads: number,
    size: number,
    places: number,
    layer: number,
  ) => void
  readonly attend: (
    queries: number,
    count: number,
    rows: number,
    width: number,
    heads: number,
    pairs: number,
    size: number,
    layer: number,
    scores: number,
    out: number,
  ) => void
  /** Sum of the squares of `count` numbers, a multiple of 16: not finite if one of them is not, or if it overflows. */
  readonly squares: (values: number, count: number) => number
  /** Adds `count` terms, a multiple of 4, each to its sum. */
  readonly add: (sums: number, terms: number, count: number) => void
  /** One AdamW step of `count` numbers, a multiple of 4, to the places of the new ones, which may be the old; 0 if all new weights are finite, else NaN. */
  readonly adamw: (
    weight: number,
    first: number,
    second: number,
    gradient: number,
    newWeight: number,
    newFirst: number,
    newSecond: number,
    count: number,
    keepFirst: number,
    takeFirst: number,
    keepSecond: number,
    takeSecond: number,
    floor: number,
    pace: number,
    keepWeight: number,
  ) => number
}

let compiled: WebAssembly.Module | undefined

/** The kernels, working in this memory. */
export function kernelsOn(memory: WebAssembly.Memory): Kernels {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('./kernels.wasm', import.meta.url)))
  /* The exports are listed in assembly/index.ts. */
  return new WebAssembly.Instance(compiled, { env: { memory } }).exports as Kernels
}
