/** So many pages at once, from a browser that may die. */
import test from 'ava'
import type { Browser } from '../../src/browser/browser.ts'
import type { Page, PageOptions } from '../../src/browser/page.ts'
import { pagePool } from '../../src/browser/pool.ts'
import { deferred } from '../../src/runtime/waiting/deferred.ts'

const options: PageOptions = { width: 1, height: 1, serve: () => null, deadlineMs: 1, script: '' }
const never = new AbortController().signal

/** Browsers that count their pages. */
function fakes() {
  const browsers: { open: number; alive: boolean }[] = []
  const launch = (): Promise<Browser> => {
    const state = { open: 0, alive: true }
    const processId = browsers.push(state)
    return Promise.resolve({
      processId,
      alive: () => state.alive,
      open: () => {
        state.open += 1
        const close = () => {
          state.open -= 1
          return Promise.resolve()
        }
        return state.alive ? Promise.resolve(pageOf(close)) : Promise.reject(new Error('lost'))
      },
      kill: () => {
        state.alive = false
        return Promise.resolve()
      },
    })
  }
  return { browsers, launch }
}
const pageOf = (close: Page['close']): Page => ({
  call: () => Promise.reject(new Error('not in this test')),
  post: () => {},
  evaluate: () => Promise.reject(new Error('not in this test')),
  goto: () => Promise.resolve(),
  freeze: () => Promise.resolve(),
  advance: () => Promise.resolve(),
  stoppedNavigations: () => 0,
  close,
})

test('no more pages than there is room for; the others wait in line', async t => {
  const { browsers, launch } = fakes()
  const pool = pagePool(launch, 2)
  const order: number[] = []
  const pages = [0, 1, 2, 3].map(async index => {
    const page = await pool.open(options, never)
    order.push(index)
    return page
  })
  const [first, second] = await Promise.all(pages.slice(0, 2))
  t.deepEqual([browsers.length, browsers[0]?.open], [1, 2])
  await first?.close()
  await first?.close()
  await pages[2]
  t.deepEqual([order, browsers[0]?.open], [[0, 1, 2], 2], 'closing twice makes room once')
  await second?.close()
  await pages[3]
  t.deepEqual(order, [0, 1, 2, 3])
})

test('one who gives up leaves the line, and one who has given up does not enter it', async t => {
  const { launch } = fakes()
  const pool = pagePool(launch, 1)
  const first = await pool.open(options, never)
  const controller = new AbortController()
  const impatient = pool.open(options, controller.signal)
  const patient = pool.open(options, never)
  controller.abort()
  await t.throwsAsync(impatient, { message: /no request waits/ })
  await t.throwsAsync(pool.open(options, controller.signal), { message: /no request waits/ })
  await first.close()
  await (await patient).close()
  t.pass()
})

test('a dead browser is replaced, and a page that could not be opened takes no room', async t => {
  const { browsers, launch } = fakes()
  const pool = pagePool(launch, 1)
  await (await pool.open(options, never)).close()
  t.is(pool.processId(), 1)
  await pool.close()
  t.is(pool.processId(), null)
  await (await pool.open(options, never)).close()
  t.deepEqual([browsers.length, pool.processId()], [2, 2])

  let broken = 2
  const flaky = pagePool(() => (broken-- > 0 ? Promise.reject(new Error('no browser')) : launch()), 1)
  await t.throwsAsync(flaky.open(options, never), { message: 'no browser' })
  await t.throwsAsync(flaky.open(options, never), { message: 'no browser' })
  await (await flaky.open(options, never)).close()
})

test('a browser that is being started ends with the pool', async t => {
  const { browsers, launch } = fakes()
  const started = deferred<undefined>()
  const pool = pagePool(() => started.promise.then(launch), 1)
  const opening = pool.open(options, never).catch(() => null)
  await Promise.resolve()
  const closing = pool.close()
  started.resolve(undefined)
  await Promise.all([closing, opening])
  t.deepEqual(
    browsers.map(({ alive }) => alive),
    [false],
  )
})
