/**
 * What AVA runs: each test file in a thread of its own, but some together. A thread loads AVA and the package anew, which
 * takes longer than most files do; those that a suite imports share one. A file that is named on the command line runs alone.
 * Suites of whole runs are left to `ava.runs.config.js`.
 */
import { readFileSync, readdirSync } from 'node:fs'

const importsOf = path => [...readFileSync(path, 'utf8').matchAll(/^import '\.\.\/(.*)\.ts'$/gm)]
const together = ['test/suites/', 'test/whole-runs/']
  .map(folder => new URL(folder, import.meta.url))
  .flatMap(folder => readdirSync(folder).map(name => new URL(name, folder)))
  .flatMap(importsOf)
  .map(([, path]) => `!dist/test/${path}.js`)
const named = process.argv.slice(2).some(argument => argument.includes('dist'))

/** Begun first: one that is begun last runs long after all others have ended. */
const longest = ['suites/devices.suite.js', 'suites/engine.suite.js']
const rank = file => (longest.some(name => file.replaceAll('\\', '/').endsWith(name)) ? 0 : 1)

export default {
  files: named ? ['dist/test/**/*.test.js'] : ['dist/test/**/*.test.js', 'dist/test/suites/*.suite.js', ...together],
  sortTestFiles: (one, other) => rank(one) - rank(other),
  require: ['./dist/test/draws.js'],
  /* On two cores: a thread often waits for an actor, and the third then has its core. */
  concurrency: 3,
  /* Of no test having ended: a busy machine is no fault, and one that hangs is. */
  timeout: '10m',
  workerThreads: true,
}
