import test from 'ava'
import { dirname, resolve } from 'node:path'
import { loadEnvironment } from '../../src/rollout/load-environment.ts'
import { environmentSource, shippedStarter } from '../../src/config/environment-source.ts'
import { coloursModule } from '../run/tiny-run.ts'

const source = (name: string, options = {}) => environmentSource({ name, options })

test('a plain name is a world of the package, a path a module of the user', async t => {
  t.is((await loadEnvironment(source('household'))).name, 'household')
  t.is((await loadEnvironment(source(coloursModule))).name, 'colours')
})

test('what is no world is refused with the name that was given', t => {
  const refused = (name: string, message: string) => t.throws(() => source(name), { instanceOf: RangeError, message })
  refused(
    'kitchen',
    'environment.name must be a world of this package (coding, control, desk, grids, household, maze, miniwob, openenv, problems, ' +
      "puzzles, road, teams), or the path of a module, got 'kitchen'",
  )
  t.throws(() => source('houshold'), { message: /got 'houshold'; did you mean household\?$/ })
  refused(
    './kitchen.js',
    `environment.name must be the path of a module, got './kitchen.js'; there is no file ${resolve('kitchen.js')}`,
  )
  const folder = dirname(coloursModule)
  refused(folder, `environment.name must be the path of a module, got '${folder}'; that is a folder`)
})

test('a module that makes no world, and an option that it does not have, are refused', async t => {
  const module = new URL('../run/tiny-run.js', import.meta.url).href
  await t.throwsAsync(loadEnvironment({ module, options: {} }), {
    instanceOf: RangeError,
    message: /tiny-run\.js has no default export that makes a world/,
  })
  const odd = loadEnvironment(source(coloursModule, { size: 3 }))
  await t.throwsAsync(odd, { instanceOf: RangeError, message: 'colours has no option size' })
})

test('a world without starters says how to make some', t => {
  for (const name of ['kitchen', coloursModule])
    t.throws(() => shippedStarter(name, 'policy'), {
      instanceOf: RangeError,
      message: /make one with "rlanything warm-start /,
    })
})
