import test from 'ava'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { frameIn, isAuthors, named, placeOf } from '../../src/user-code/author-frame.ts'

const here = process.cwd()
const mine = pathToFileURL(join(here, 'worlds/post.js')).href
const author = { name: 'the world post', module: mine }
const stackOf = (...frames: readonly string[]): string =>
  ['Error: a bug', ...frames.map(frame => `    at ${frame}`)].join('\n')
const ours = new URL('../../src/math/random.js', import.meta.url).href

test('the place is the first frame of the stack in a file of the author', t => {
  const cases: readonly (readonly [place: string, frame: string])[] = [
    ['worlds/post.js:27:11', `Object.step (${mine}:27:11)`],
    ['worlds/post.js:27:11', `async Object.step [as move] (${mine}:27:11)`],
    ['worlds/post.js:1:9', `${mine}:1:9`],
    ['worlds/rules/way.js:3:5', `way (${pathToFileURL(join(here, 'worlds/rules/way.js')).href}:3:5)`],
    ['a (b)/way.js:3:5', join(here, 'a (b)/way.js:3:5')],
    ['/elsewhere/way.js:3:5', 'new Way (/elsewhere/way.js:3:5)'],
  ]
  for (const [place, frame] of cases) {
    const stack = stackOf(
      'Array.map (<anonymous>)',
      'structuredClone (node:internal/structured_clone:23:3)',
      `pick (${ours}:5:1)`,
      `${join(here, 'node_modules/rxjs/map.js')}:8:3`,
      frame,
      `outer (${mine}:99:1)`,
    )
    t.is(frameIn(author, stack), place)
  }
})

test('of the frames of an error those of the author are left', t => {
  const own = `at step (${mine}:27:11)`
  const frames = [
    own,
    `at pick (${ours}:5:1)`,
    `at ${join(here, 'node_modules/rxjs/map.js')}:8:3`,
    'at node:internal/timers:1:2',
  ]
  t.deepEqual(
    frames.filter(frame => isAuthors(author, frame)),
    [own],
  )
})

test('a dependency is nobody’s file, but that of a world which is a package', t => {
  const packaged = pathToFileURL(join(here, 'node_modules/post/index.js')).href
  const stack = stackOf(`step (${packaged}:4:2)`)
  t.is(frameIn(author, stack), null)
  t.is(frameIn({ name: 'the world post', module: packaged }, stack), join('node_modules/post/index.js:4:2'))
})

test('a syntax error is placed by the line above it', t => {
  t.is(frameIn(author, `${mine}:3\nconst rooms == 3\n\nSyntaxError: no`), 'worlds/post.js:3')
})

test('where there is no frame, the module is named, if it is known', t => {
  t.is(placeOf(author, ''), 'worlds/post.js')
  t.is(placeOf({ name: 'the formulation sum', module: null }, ''), null)
  t.is(named('/elsewhere/post.js'), '/elsewhere/post.js')
  t.is(named(`data:text/javascript,${'x'.repeat(200)}`).length, 60)
})
