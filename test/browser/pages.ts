/** Pages of a real browser, and what remains of it. */
import type { Browser } from '../../src/browser/browser.ts'
import { guiScript } from '../../src/browser/dom/script.ts'
import type { Page } from '../../src/browser/page.ts'

/** Processes of a browser's group that still run, after a while if they need it to end. */
export async function remaining(group: number): Promise<readonly string[]> {
  for (let tries = 0; tries < 50 && isRunning(group); tries++) await new Promise(resolve => setTimeout(resolve, 100))
  return isRunning(group) ? [`group ${group}`] : []
}

/** Whether a process of the group runs. */
export function isRunning(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}

export const origin = 'http://localhost/'

/** A page that shows some HTML. */
export async function shown(browser: Browser, html: string, deadlineMs = 20_000): Promise<Page> {
  const type = 'text/html; charset=utf-8'
  const serve = (url: string) => (url === `${origin}a.html` ? { body: Buffer.from(html), type } : null)
  const page = await browser.open({ width: 332, height: 214, serve, deadlineMs, script: guiScript })
  await page.goto(`${origin}a.html`)
  return page
}
