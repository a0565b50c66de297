/** Compilers need that long until speed settles. */
const warmingMs = 700

/**
 * Median over rounds of calls for each second that the process had of a processor, so that other work on the machine counts less.
 *
 * @param count calls that one `work` makes.
 */
export function rate(rounds: number, count: number, work: () => void): number {
  const warm = performance.now() + warmingMs
  while (performance.now() < warm) work()
  const seconds = Array.from({ length: rounds }, () => {
    const start = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1e6
  }).sort((a, b) => a - b)
  return count / seconds[Math.floor(rounds / 2)]!
}
