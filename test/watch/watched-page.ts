/** Made-up runs, and the page that watches them. */
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { Page } from 'playwright-core'
import { beginWatch } from '../../src/watch/watch.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { writeDeskRun } from '../run/desk-fixture.ts'
import { writeFixtureRun } from '../run/report-fixture.ts'

const arms = ['full-1', 'full-2', 'plain-1', 'plain-2']

/** Of an address: all are drawn. */
export const everyRun = [...arms, 'desk'].map(id => `run=${id}`).join('&')

/** Opens the page of two arms with two seeds each, and a run in the desk, until the test ends. @param hash of the view; all are drawn if it is left out. @returns the folder of the runs. */
export async function openWatched(t: ExecutionContext, page: Page, hash = `#${everyRun}`): Promise<string> {
  const folder = await temporaryFolder(t)
  for (const [index, name] of arms.entries()) {
    const [seed, lambda] = [(index % 2) + 1, index < 2 ? 0.3 : 1]
    const lift = (seed === 2 ? 0.05 : 0) - (lambda === 1 ? 0.12 : 0)
    await writeFixtureRun(join(folder, name), undefined, { seed, feedback: { lambda } }, lift)
  }
  await writeDeskRun(join(folder, 'desk'))
  const watch = await beginWatch({ paths: [folder], port: 0 })
  t.teardown(watch.close)
  await page.goto(`${watch.url}${hash}`)
  await page.locator('body[data-ready="true"]').waitFor({ state: 'attached' })
  return folder
}
