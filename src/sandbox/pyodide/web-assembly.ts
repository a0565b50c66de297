/** The used part of WebAssembly, which Node has and its types do not declare. */
interface WebAssembly {
  readonly Memory: { readonly prototype: WasmMemory }
  readonly instantiate: (binary: ArrayBuffer, imports: object) => Promise<unknown>
  instantiateStreaming: (
    response: Promise<{ arrayBuffer: () => Promise<ArrayBuffer> }>,
    imports: object,
  ) => Promise<unknown>
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer
  grow: (pages: number) => number
}

export const webAssembly = (globalThis as unknown as { readonly WebAssembly: WebAssembly }).WebAssembly
