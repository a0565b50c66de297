import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import test, { type ExecutionContext } from 'ava'
import fc from 'fast-check'
import { objectiveRule } from '../../../src/engine/semantics/objective-rule.ts'
import { spanLoss } from '../../../src/losses/span-loss.ts'
import { FailedError } from '../../../src/runtime/errors/failed-error.ts'
import { tokenLogprobs } from '../../../src/laws/index.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const span = { advantage: 1, oldLogprobs: [-1, -2] }

test('a named objective is its own function', async t => {
  const clipped = { kind: 'clipped', clip: 0.2, klWeight: 0.1 } as const
  const rule = await objectiveRule(clipped)
  fc.assert(
    fc.property(tokenLogprobs, tokens => {
      const logprobs = tokens.map(({ now }) => now)
      const target = { advantage: 0.5, oldLogprobs: tokens.map(({ old }) => old) }
      t.deepEqual(rule(logprobs, target), spanLoss(clipped, logprobs, target))
    }),
  )
})

test('an objective of a module is what its factory makes of the options', async t => {
  const rule = await made(
    t,
    'options => logprobs => ({ loss: options.by, gradient: new Float64Array(logprobs.length), kl: 0, clipped: 0 })',
  )
  t.deepEqual(rule([-1, -2], span), { loss: 3, gradient: new Float64Array(2), kl: 0, clipped: 0 })
})

test('a module that is no objective is refused by name', async t => {
  const refused = (work: () => Promise<unknown>, message: RegExp) =>
    t.throwsAsync(work, { instanceOf: RangeError, message })
  const absent = pathToFileURL('/nowhere/objective.js').href
  await refused(
    () => objectiveRule({ kind: 'module', module: absent, options: {} }),
    /\/nowhere\/objective\.js cannot be loaded/,
  )
  await refused(() => made(t, '3'), /has no default export that makes an objective/)
  await refused(() => made(t, '() => 3'), /makes is no objective: it must be a function, got 3/)
  await refused(
    () => made(t, '() => { throw new RangeError("beta must be positive, got -1") }'),
    /beta must be positive, got -1/,
  )
})

test('a result that is no loss of the span is refused, with what was found', async t => {
  const results: readonly (readonly [string, RegExp])[] = [
    ['null', /must give an object with loss, gradient, kl and clipped, got null/],
    ['{ gradient: new Float64Array(2), kl: 0, clipped: 0 }', /must give loss as a number, got undefined/],
    [
      '{ loss: 1, gradient: [0, 0], kl: 0, clipped: 0 }',
      /gradient as a Float64Array of 2 values, one a token, got \[0,0\]/,
    ],
    [
      '{ loss: 1, gradient: new Float64Array(3), kl: 0, clipped: 0 }',
      /of 2 values, one a token, got a Float64Array of 3/,
    ],
    ['Promise.resolve()', /it gave a Promise, but must give an object/],
    ['undefined.nope', /it threw: TypeError: .*objective\.mjs:1:\d+\)$/],
  ]
  for (const [result, message] of results) {
    const rule = await made(t, `() => () => (${result})`)
    t.throws(() => rule([-1, -2], span), { instanceOf: FailedError, message })
  }
})

/** The rule of a module whose default export is this code. */
async function made(t: ExecutionContext, code: string) {
  const path = join(await temporaryFolder(t), 'objective.mjs')
  await writeFile(path, `export default ${code}\n`)
  return objectiveRule({ kind: 'module', module: pathToFileURL(path).href, options: { by: 3 } })
}
