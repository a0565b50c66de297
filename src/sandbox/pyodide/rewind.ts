/** Restores the interpreter to its state before any program: nothing that a run leaves behind remains. */
import type { Machine } from './load.ts'

/**
 * All of Python's state lies in the interpreter's memory; besides it there are only open files and the folder it works in.
 *
 * @returns puts everything back.
 */
export function rewinding(machine: Machine): () => void {
  const { FS, HEAPU8, HEAPU32 } = machine
  const memory = HEAPU8.slice()
  const breakAt = machine._emscripten_get_sbrk_ptr() >>> 2
  const usedBytes = HEAPU32[breakAt] ?? 0
  const stack = machine.stackSave()
  const streams = [...FS.streams]

  return () => {
    /* It may have grown, which cannot be undone; the part then in use is zeros again. */
    const now = machine.HEAPU8
    const end = Math.max(usedBytes, machine.HEAPU32[breakAt] ?? 0)
    now.set(memory)
    if (end > memory.length) now.fill(0, memory.length, end)
    machine.stackRestore(stack)
    FS.streams.splice(0, FS.streams.length, ...streams)
    /* One that was closed has lost its number. */
    for (const [fd, stream] of streams.entries()) if (stream) stream.fd = fd
    FS.chdir('/')
  }
}
