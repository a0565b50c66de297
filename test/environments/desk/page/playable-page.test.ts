/** A person at a desk, graded as an agent is; and the files that the page is made of. */
import test from 'ava'
import { desk, playablePage } from '../../../../environments/desk/index.ts'
import { deskPageFile, modulesFrom } from '../../../../environments/desk/page/files.ts'
import { isOpening } from '../../../../environments/desk/page/opening.ts'
import { randomFrom, rootKey } from '../../../../src/math/random.ts'
import { smallDesk } from '../small-desk.ts'
import { expertEvents } from './by-hand.ts'

function openingOf(value: unknown) {
  if (!isOpening(value)) throw new TypeError('no opening')
  return value
}

test('a person who does what the expert would do wins, in as many steps', t => {
  const world = desk({ depths: ['middle', 'long'] })
  for (const seed of [1, 2, 3, 4]) {
    const task = world.generate('unseen', randomFrom(rootKey(seed)))
    const { opening, act } = playablePage.begin(task)
    const { state, told } = openingOf(opening)
    t.deepEqual(told, { goal: world.describe(task), stepLimit: world.stepLimit(task) })
    const events = expertEvents(state)
    const standings = events.map(act)
    t.deepEqual(
      standings.map(({ won }) => won),
      events.map((_, index) => index === events.length - 1),
    )
    t.is(standings.at(-1)?.steps, events.length)
  }
})

test('letters of one field are one step, the wheel is one when the list moves, and what is won stays won', t => {
  const { act } = playablePage.begin(smallDesk([{ kind: 'star', mail: 1 }]))
  const press = (key: string) => act({ kind: 'press', key })
  const counts = [
    press('bar/mail'),
    press('mail/new'),
    ...['A', 'An', 'Ann'].map(value => act({ kind: 'change', key: 'mail/to', value })),
    act({ kind: 'change', key: 'mail/subject', value: 'x' }),
    act({ kind: 'turn', pixels: 200 }),
    press('bar/mail'),
    press('mail/row 1'),
    press('mail/star'),
    press('mail/trash'),
  ]
  t.deepEqual(
    counts.map(({ steps }) => steps),
    [1, 2, 3, 3, 3, 4, 4, 5, 6, 7, 7],
  )
  t.deepEqual(
    counts.map(({ won }) => won),
    [...Array.from({ length: 9 }, () => false), true, true],
  )
})

test('what is no event, and what is no task, is refused', t => {
  const { act } = playablePage.begin(smallDesk([{ kind: 'star', mail: 1 }]))
  for (const event of [null, {}, { kind: 'press' }, { kind: 'turn', pixels: 'far' }, { kind: 'win' }])
    t.throws(() => act(event), { instanceOf: RangeError, message: /^event/ })
  t.throws(() => playablePage.begin({}), { instanceOf: RangeError, message: /^task/ })
})

test('the page is made of the modules of the desk, and of nothing else', t => {
  const modules = modulesFrom('environments/desk/page/main.js')
  t.true(modules.has('environments/desk/apps/desktop.js'))
  for (const [path, text] of modules) {
    t.regex(path, /^(environments\/desk\/(apps|kernel|page|screen|tasks)|src\/(gui|math))\/.*\.js$/)
    t.deepEqual(deskPageFile(`/${path}`), { body: text, type: 'text/javascript; charset=utf-8' })
  }
  t.regex(String(deskPageFile('/')?.body), /<title>Desk<\/title>/)
  for (const path of ['/package.json', '/environments/desk/index.js', '/../package.json', '', '/style.css?x'])
    t.is(deskPageFile(path), null)
})
