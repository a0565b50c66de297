/** Starts a browser whose page hangs, says which process it is, and waits to be killed. */
import { z } from 'zod'
import { launchBrowser } from '../../src/browser/browser.ts'
import { shown } from './pages.ts'

const browser = await launchBrowser(process.argv[2] ?? '')
const page = await shown(browser, '<p>here</p>', 600_000)
setTimeout(() => process.send?.(browser.processId), 500)
await page.evaluate('page', 'while (true) {}', z.unknown())
