/**
 * What AVA runs: each test file in a thread of its own, but some together. A thread loads AVA and the package anew, which
 * takes longer than most files do; those that a suite imports share one. A file that is named on the command line runs alone.
 */
import { readFileSync, readdirSync } from 'node:fs'

const suites = new URL('test/suites/', import.meta.url)
const importsOf = name => [...readFileSync(new URL(name, suites), 'utf8').matchAll(/^import '\.\.\/(.*)\.ts'$/gm)]
const together = readdirSync(suites)
  .flatMap(importsOf)
  .map(([, path]) => `!dist/test/${path}.js`)
const named = process.argv.slice(2).some(argument => argument.includes('dist'))

/** Begun first: one that is begun last runs long after all others have ended. */
const longest = [
  'sandbox/pyodide.test.js',
  'suites/recoveries.suite.js',
  'suites/runs.suite.js',
  'suites/loops.suite.js',
  'chaos/methods.test.js',
  'suites/trainings.suite.js',
]
const rank = file => (longest.some(name => file.replaceAll('\\', '/').endsWith(name)) ? 0 : 1)

export default {
  files: named ? ['dist/test/**/*.test.js'] : ['dist/test/**/*.{test,suite}.js', ...together],
  sortTestFiles: (one, other) => rank(one) - rank(other),
  /* On two cores: a thread often waits for an actor, and the third then has its core. */
  concurrency: 3,
  timeout: '2m',
  workerThreads: true,
}
