/** What a page is told of the machine: nothing that differs from one to another. */
import test from 'ava'
import { z } from 'zod'
import { launchBrowser } from '../../src/browser/browser.ts'
import { shown } from './pages.ts'
import { browserPath } from './real.ts'

const asked = `[new Date(0).toString(), navigator.language, navigator.languages.join(), (1234.5).toLocaleString(), new Date(0).toLocaleDateString()]`

/** What a page of a browser that is started with these variables says. */
async function said(path: string, variables: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const before = { ...process.env }
  Object.assign(process.env, variables)
  const browser = await launchBrowser(path)
  try {
    const page = await shown(browser, '<!doctype html><title>Where</title>')
    return await page.evaluate('page', asked, z.array(z.string()))
  } finally {
    for (const name of Object.keys(variables)) Reflect.deleteProperty(process.env, name)
    Object.assign(process.env, before)
    await browser.kill()
  }
}

const path = browserPath()
if (path === null) test.skip('zone and locale of pages (skipped: there is no Chromium on this machine)', t => t.pass())
else
  test.serial('pages are in UTC and in English, whatever the zone and the locale of the machine', async t => {
    const [zone, ...rest] = await said(path, {})
    t.regex(zone ?? '', /^Thu Jan 01 1970 00:00:00 GMT\+0000/)
    t.deepEqual(rest, ['en-US', 'en-US', '1,234.5', '1/1/1970'])
    for (const variables of [
      { TZ: 'Asia/Tokyo', LANGUAGE: 'de', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' },
      { TZ: 'America/St_Johns', LANGUAGE: 'fr_FR:fr' },
    ])
      t.deepEqual(await said(path, variables), [zone, ...rest])
  })
