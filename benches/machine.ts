import { execFileSync } from 'node:child_process'
import { cpus, loadavg } from 'node:os'

/** What a result in benches/results has to say of where it was measured. */
export function machine(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const changed = execFileSync('git', ['status', '--porcelain', '-uno'], { encoding: 'utf8' }).trim() !== ''
  const cores = cpus()
  const load = loadavg()[0]?.toFixed(1)
  return (
    `Commit ${commit}${changed ? ' with changes' : ''}, ${cores.length} cores of ${cores[0]?.model ?? 'an unknown processor'}, ` +
    `Node ${process.version}, load ${load} before.`
  )
}
