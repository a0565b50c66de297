/** The instruction set by whose kernels ONNX Runtime computes on this processor. */
import { readFileSync } from 'node:fs'

/** The first of these that the processor has is taken. Source: `mlas/lib/platform.cpp` of ONNX Runtime. */
const sets: readonly (readonly [name: string, flags: readonly string[]])[] = [
  ['avx512', ['avx512f']],
  ['avx2', ['avx2', 'fma']],
  ['avx', ['avx']],
]

/**
 * @param cpuinfo what Linux says of the processors; `null` where the system does not say.
 * @returns `avx512`, `avx2`, `avx`, `sse2` or `neon`; `unknown` on x64 where the system does not say.
 */
export function instructionSet(arch: string = process.arch, cpuinfo: string | null = linuxInfo()): string {
  if (arch === 'arm64') return 'neon'
  const flags = /^flags\s*:(.*)$/m.exec(cpuinfo ?? '')?.[1]?.split(' ')
  if (arch !== 'x64' || flags === undefined) return 'unknown'
  return sets.find(([, needed]) => needed.every(flag => flags.includes(flag)))?.[0] ?? 'sse2'
}

function linuxInfo(): string | null {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8')
  } catch {
    return null
  }
}
