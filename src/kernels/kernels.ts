/**
 * Arithmetic that neither JavaScript nor ONNX Runtime does fast: loops over float32 numbers in WebAssembly, four at a time.
 * Their source is in `assembly`. All numbers lie in one memory, and are named by their place in it, in bytes.
 */
import { readFileSync } from 'node:fs'

export interface Kernels {
  /** Sum of the squares of `count` numbers, a multiple of 16: not finite if one of them is not, or if it overflows. */
  readonly squares: (values: number, count: number) => number
}

let compiled: WebAssembly.Module | undefined

/** The kernels, working in this memory. */
export function kernelsOn(memory: WebAssembly.Memory): Kernels {
  compiled ??= new WebAssembly.Module(readFileSync(new URL('./kernels.wasm', import.meta.url)))
  /* What they are is said in assembly/index.ts. */
  return new WebAssembly.Instance(compiled, { env: { memory } }).exports as Kernels
}
