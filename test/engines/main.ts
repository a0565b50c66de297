/**
 * Holds every engine that works on this machine to the laws of engines, one after another, each in a process of its own.
 * Usage: node dist/test/engines/main.js [webgpu …]: those with one of the names, e.g. an engine's or a backend's.
 */
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { engineChoices, enginePlace } from '../../src/engine/doctor/choices.ts'
import { standardLoad } from '../../src/engine/doctor/load.ts'
import { tryEngine } from '../../src/engine/doctor/try-engine.ts'

const load = { ...standardLoad, sequences: 1, length: 4, episodes: 1, read: 2, written: 1 }
const asked = process.argv.slice(2)
const failed: string[] = []
const skipped: string[] = []
for (const engine of engineChoices(availableParallelism())) {
  const name = `${engine.engine} ${enginePlace(engine)}${engine.engine === 'onnx' && enginePlace(engine) === 'cpu' ? `, ${engine.threads} threads` : ''}`
  if (asked.length > 0 && !asked.some(word => name.includes(word))) continue
  const { outcome, reason } = await tryEngine({ engine, load, seconds: 0.001 }, { limitMs: 120_000 })
  if (outcome !== 'works') {
    skipped.push(`skipped: ${name}: ${outcome}: ${reason}`)
    continue
  }
  console.log(`\n${name}`)
  const { status } = spawnSync(
    'npm',
    ['exec', '--', 'ava', '--no-worker-threads', '--timeout', '20m', 'dist/test/engines/engine.test.js'],
    { stdio: 'inherit', env: { ...process.env, RLANYTHING_ENGINE: JSON.stringify(engine) } },
  )
  if (status !== 0) failed.push(`failed: ${name}`)
}
console.log(['', ...skipped, ...failed].join('\n'))
if (failed.length > 0) process.exitCode = 1
