/**
 * What AVA runs: each test file in a thread of its own, but quick ones together. A thread loads AVA and the package anew, which
 * takes longer than most files do; those that a suite imports share one. A file that is named on the command line runs alone.
 */
import { readFileSync, readdirSync } from 'node:fs'

const suites = new URL('test/suites/', import.meta.url)
const importsOf = name => [...readFileSync(new URL(name, suites), 'utf8').matchAll(/^import '\.\.\/(.*)\.ts'$/gm)]
const together = readdirSync(suites)
  .flatMap(importsOf)
  .map(([, path]) => `!dist/test/${path}.js`)
const named = process.argv.slice(2).some(argument => argument.includes('dist'))

export default {
  files: named ? ['dist/test/**/*.test.js'] : ['dist/test/**/*.{test,suite}.js', ...together],
  concurrency: 2,
  timeout: '2m',
  workerThreads: true,
}
