import test from 'ava'
import { loadEnvironment } from '../src/load-environment.ts'

const moduleOf = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`

test('a module that makes no world is refused, saying what is wrong with it', async t => {
  const refusals: readonly (readonly [source: string, message: RegExp])[] = [
    ['not a program', /cannot be loaded: /],
    ['throw new Error("no such kitchen")', /cannot be loaded: no such kitchen/],
    ['export default 3', /has no default export that makes a world/],
    ['export default () => null', /is no world: it has no name/],
    ['export default () => ({ name: "x", language: {} })', /is no world: it has no generate/],
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
