import { webAssembly, type WasmMemory } from './web-assembly.ts'

/** Keeps the memory of WebAssembly from growing past a limit; it can be set anew before each run. */
interface MemoryLimit {
  /** Bytes. */
  readonly set: (limit: number) => void
  /** Whether more was asked for since the limit was set. */
  readonly met: () => boolean
}

const pageBytes = 65_536

export function limitMemory(): MemoryLimit {
  const { prototype } = webAssembly.Memory
  const grow = prototype.grow
  let limitBytes = Infinity
  let met = false
  prototype.grow = function (this: WasmMemory, pages: number): number {
    if (this.buffer.byteLength + pages * pageBytes > limitBytes) {
      met = true
      throw new RangeError(`more than ${limitBytes} bytes of memory`)
    }
    return grow.call(this, pages)
  }
  return {
    set(limit) {
      limitBytes = limit
      met = false
    },
    met: () => met,
  }
}
