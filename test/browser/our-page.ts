/** Pages of ours in a real browser that may ask this machine and no other, driven by Playwright. */
import test, { type ExecutionContext } from 'ava'
import { chromium, type Page } from 'playwright-core'
import { browserPath } from './real.ts'

const args = [
  ...['--hide-scrollbars', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]
/** Longer than a busy machine needs for a page. */
const patienceMs = 60_000

const path = browserPath()
const browser = path === null ? null : chromium.launch({ executablePath: path, args, timeout: patienceMs })
test.after.always(async () => (await browser)?.close())

/**
 * A test with a page of its own, 1280 × 900 and light; left out, and said so, where there is no browser. The page may throw nothing, and
 * nothing of it may be refused. A server that has gone is no fault of the page.
 *
 * @param expected faults that the test is about.
 */
export function onPage(
  title: string,
  body: (t: ExecutionContext, page: Page) => Promise<void>,
  expected: RegExp | null = null,
): void {
  if (browser === null) return test.skip(`${title} (skipped: there is no Chromium on this machine)`, t => t.pass())
  test.serial(title, async t => {
    const context = await (
      await browser
    ).newContext({ viewport: { width: 1280, height: 900 }, colorScheme: 'light', acceptDownloads: true })
    context.setDefaultTimeout(patienceMs)
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', error => faults.push(String(error)))
    page.on('console', message => {
      /* A server that is gone, or about to be, is no fault of the page. */
      const isGone = /net::ERR_|status of 503/.test(message.text())
      if (message.type() === 'error' && !isGone) faults.push(message.text())
    })
    try {
      await body(t, page)
    } finally {
      await context.close()
    }
    t.deepEqual(
      faults.filter(fault => expected?.test(fault) !== true),
      [],
    )
  })
}
