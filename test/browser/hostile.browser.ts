/** Pages that mean ill: what they try is refused, or ends with their browser. */
import { createServer } from 'node:http'
import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { fork } from 'node:child_process'
import { z } from 'zod'
import { isBrowserError } from '../../src/browser/process/browser-error.ts'
import { listening } from '../fixtures/http/listening.ts'
import { isRunning, origin, remaining, shown } from './pages.ts'
import { browserPath, withBrowser } from './real.ts'

withBrowser(
  'pages reach no file, no other host, no port of this machine, and stay where they are',
  async (t, browser) => {
    let asked = 0
    const server = createServer((_, response) => {
      asked += 1
      response.end('let in')
    })
    const url = await listening(t, server)
    const targets = [
      `${url}/`,
      `${url.replace('127.0.0.1', 'localhost')}/`,
      'http://example.org/',
      'file:///etc/passwd',
    ]
    const page = await shown(browser, '<p>here</p>')
    for (const target of targets) {
      const fetched = `fetch(${JSON.stringify(target)}, { mode: 'no-cors' }).then(() => 'let in', () => 'refused')`
      t.is(await page.evaluate('page', fetched, z.string()), 'refused', target)
      await page.evaluate('page', `void (location.href = ${JSON.stringify(target)})`, z.unknown())
      await page.evaluate(
        'page',
        `document.body.append(Object.assign(new Image(), { src: ${JSON.stringify(target)} }))`,
        z.unknown(),
      )
      await page.evaluate(
        'page',
        `document.body.append(Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(target)} }))`,
        z.unknown(),
      )
    }
    const socket = `new Promise(resolve => {
    const socket = new WebSocket('${url.replace('http:', 'ws:')}/')
    socket.onopen = () => resolve('let in')
    socket.onerror = () => resolve('refused')
  })`
    t.is(await page.evaluate('page', socket, z.string()), 'refused')
    t.is(await page.evaluate('page', 'location.href', z.string()), `${origin}a.html`)
    t.is(await page.evaluate('page', 'document.querySelector("p").textContent', z.string()), 'here')
    t.true(page.stoppedNavigations() > 0)
    t.is(asked, 0)
  },
)

withBrowser(
  'a page that has crashed is lost at once, whenever it is asked next, and the others live',
  async (t, browser) => {
    const [page, other] = [await shown(browser, '<p>ill</p>'), await shown(browser, '<p>well</p>')]
    for (const method of ['Page.crash', 'Runtime.evaluate'])
      t.true(isBrowserError(await t.throwsAsync(page.call(method, { expression: '1' }, z.unknown())), 'lost'), method)
    t.is(await other.evaluate('page', 'document.body.textContent', z.string()), 'well')
    await page.close()
  },
)

withBrowser('dialogs are dismissed, downloads refused, windows closed', async (t, browser) => {
  const page = await shown(browser, '<a id=a download=evil.txt href="data:text/plain,evil">x</a>')
  t.deepEqual(await page.evaluate('page', '[alert(1), confirm(2), prompt(3)]', z.array(z.unknown())), [
    null,
    false,
    null,
  ])
  await page.evaluate(
    'page',
    'onbeforeunload = event => event.preventDefault(); document.getElementById("a").click()',
    z.unknown(),
  )
  const opened = 'Array.from({ length: 50 }, () => window.open("about:blank")).filter(each => each !== null).length'
  const count = await page.evaluate('page', opened, z.number())
  t.true(count <= 50)
  const windows = z.object({ targetInfos: z.array(z.object({ type: z.string() })) })
  const { targetInfos } = await page.call('Target.getTargets', {}, windows)
  t.true(targetInfos.filter(({ type }) => type === 'page').length <= 2, JSON.stringify(targetInfos))
  t.false(readdirSync(homedir()).includes('evil.txt'))
})

const endless = {
  alerts: 'while (true) alert(1)',
  loop: 'while (true) {}',
  storage: 'const all = []; while (true) all.push(new Array(1e6).fill(all.length))',
  promises: 'void (function again() { Promise.resolve().then(again) })()',
}
for (const [name, script] of Object.entries(endless))
  withBrowser(`a page of endless ${name} is given up, and nothing of its browser remains`, async (t, browser) => {
    const page = await shown(browser, '<p>here</p>', 3000)
    const ended = page.evaluate('page', script, z.unknown()).then(() => page.evaluate('page', '1', z.unknown()))
    const thrown: unknown = await ended.then(
      () => null,
      (reason: unknown) => reason,
    )
    t.true(isBrowserError(thrown, 'hung', 'lost'), String(thrown))
  })

withBrowser('a process that is killed takes its browser with it, even with a page that hangs', async t => {
  const child = fork(new URL('./orphan.js', import.meta.url), [browserPath() ?? ''], { execArgv: [] })
  const processId = await new Promise<number>(resolve => child.once('message', id => resolve(Number(id))))
  t.true(isRunning(processId))
  child.kill('SIGKILL')
  t.deepEqual(await remaining(processId), [])
})
