import { execFileSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'

/** What a result in benches/results has to say of where it was measured. */
export function machine(): string {
  const cores = cpus()
  const load = loadavg()[0]?.toFixed(1)
  return (
    `Commit ${commit()}, ${cores.length} cores of ${cores[0]?.model ?? 'an unknown processor'}, ` +
    `Node ${process.version}, load ${load} before.`
  )
}

function commit(): string {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    const changed = git('status', '--porcelain', '-uno') !== ''
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`
  } catch {
    return 'unknown: this is no checkout'
  }
}
