import { webAssembly, type WasmMemory } from './web-assembly.ts'

/** Keeps the memory of WebAssembly from growing past a limit; it can be set anew before each run. */
interface MemoryLimit {
  /** Bytes. */
  readonly set: (limit: number) => void
  /** Why the last that was asked for was not given: it was more than the limit, or than the machine had. `null` if it was given. */
  readonly refused: () => 'limit' | 'machine' | null
}

const pageBytes = 65_536

export function limitMemory(): MemoryLimit {
  const { prototype } = webAssembly.Memory
  const grow = prototype.grow
  let limitBytes = Infinity
  let refused: 'limit' | 'machine' | null = null
  prototype.grow = function (this: WasmMemory, pages: number): number {
    if (this.buffer.byteLength + pages * pageBytes > limitBytes) {
      refused = 'limit'
      throw new RangeError(`more than ${limitBytes} bytes of memory`)
    }
    /* More than is needed is asked for first, then less. */
    refused = 'machine'
    const before = grow.call(this, pages)
    refused = null
    return before
  }
  return {
    set(limit) {
      limitBytes = limit
      refused = null
    },
    refused: () => refused,
  }
}
