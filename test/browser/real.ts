/** Tests with a real browser, where there is one. */
import test, { type ExecutionContext } from 'ava'
import { launchBrowser, type Browser } from '../../src/browser/browser.ts'
import { findBrowser } from '../../src/browser/process/find-browser.ts'
import { remaining } from './pages.ts'

/** The path of a browser; `null` where there is none. */
export function browserPath(): string | null {
  try {
    return findBrowser(undefined, process.env)
  } catch {
    return null
  }
}

/** A test that is left out, and says so, where there is no browser. Nothing of the browser may remain after it. */
export function withBrowser(title: string, body: (t: ExecutionContext, browser: Browser) => Promise<void>): void {
  const path = browserPath()
  if (path === null) return test.skip(`${title} (skipped: there is no Chromium on this machine)`, t => t.pass())
  test.serial(title, async t => {
    const browser = await launchBrowser(path)
    try {
      await body(t, browser)
    } finally {
      await browser.kill()
    }
    t.deepEqual(await remaining(browser.processId), [])
  })
}
