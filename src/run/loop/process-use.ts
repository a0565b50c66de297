import { now } from '../../runtime/waiting/clock.ts'
import type { IterationSpeed } from '../../contracts/metrics.ts'

/** Measures processor and memory of this process, with all its threads, from now until the result is called. */
export function processUse(): () => Required<Pick<IterationSpeed, 'processorCores' | 'memoryMiB'>> {
  const [begun, before] = [now(), process.cpuUsage()]
  return () => {
    const { user, system } = process.cpuUsage(before)
    const microseconds = 1000 * Math.max(1, now() - begun)
    return { processorCores: (user + system) / microseconds, memoryMiB: process.memoryUsage.rss() / 2 ** 20 }
  }
}
