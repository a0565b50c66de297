import test from 'ava'
import { loadEnvironment } from '../../src/rollout/load-environment.ts'
import { FailedError } from '../../src/runtime/errors/failed-error.ts'

const moduleOf = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`

const functions = 'generate parseTask describe stepLimit start step admissible expert label editNames edit valid'
const whole = `name: 'w', language: { phrases: [], silent: [] }, ${functions
  .split(' ')
  .map(part => `${part}: () => {}`)
  .join()}`
const offering = (parts: string): string => `export default () => ({ ${whole}, ${parts} })`

test('a world may offer examinations and tests, or not', async t => {
  const tests = 'unitTesting: { parseTest: () => null, job: () => null, exampleTest: () => "" }'
  for (const parts of ['', 'executionCheck: () => null', tests])
    await t.notThrowsAsync(loadEnvironment({ module: moduleOf(offering(parts)), options: {} }))
})

test('a module that makes no world is refused, saying what is wrong with it', async t => {
  const refusals: readonly (readonly [source: string, message: RegExp])[] = [
    ['not a program', /cannot be loaded: /],
    ['throw new Error("no such kitchen")', /cannot be loaded: no such kitchen/],
    ['export default 3', /has no default export that makes a world/],
    ['export default () => null', /is no world: it must be an object, got null$/],
    [
      'export default () => ({ name: "x", language: {} })',
      /is no world: language.phrases must be a list, got undefined$/,
    ],
    [offering('name: 7'), /is no world: name must be text, got 7$/],
    [offering('executionCheck: 3'), /is no world: executionCheck must be a function or nothing, got 3$/],
    [
      offering('unitTesting: null'),
      /unitTesting must be an object with parseTest, job, exampleTest and mistakenTest or nothing, got null$/,
    ],
    [offering('unitTesting: { parseTest: () => null }'), /unitTesting.job must be a function, got undefined$/],
    [
      'export default ({ size }) => { throw new RangeError(`size must be even, got ${size}`) }',
      /^size must be even, got 3$/,
    ],
  ]
  for (const [source, message] of refusals) {
    const world = loadEnvironment({ module: moduleOf(source), options: { size: 3 } })
    await t.throwsAsync(world, { instanceOf: RangeError, message })
  }
})

test('a default function that throws, or is async, is told as its own', async t => {
  const thrown = loadEnvironment({ module: moduleOf('export default () => undefined.size'), options: {} })
  await t.throwsAsync(thrown, {
    instanceOf: FailedError,
    message: /^the world data:.*: its default function threw: TypeError: .*\(data:/,
  })
  const later = loadEnvironment({ module: moduleOf('export default async () => { throw 3 }'), options: {} })
  await t.throwsAsync(later, { instanceOf: FailedError, message: /gave a Promise, .*: it cannot be async/ })
})
