/** An episode in a page: started, acted in, looked at. */
import { z } from 'zod'
import { actByTextIn } from '../../../src/browser/gui/act-by-text.ts'
import { pageActions } from '../../../src/browser/gui/act.ts'
import { observe, type Screen } from '../../../src/browser/gui/observe.ts'
import { guiScript } from '../../../src/browser/dom/script.ts'
import type { Serve } from '../../../src/browser/containment.ts'
import { nothing, type Page, type PageOptions } from '../../../src/browser/page.ts'
import { urlOf } from './page-files.ts'
import { goalScript, readyScript, startScript, status, statusScript, type Status } from './start.ts'
import type { MiniwobTask } from '../tasks/task.ts'

/** The page's state after an action. */
export interface PageStatus {
  readonly screen: Screen
  readonly status: Status
  /** Of the action, e.g. `TimeoutError: …`; empty where it was carried out. */
  readonly error: string
  /** Whether the page is, or wanted to be, at another URL. */
  readonly moved: boolean
}

export interface LivePage {
  readonly goal: string
  readonly opening: PageStatus
  readonly act: (text: string) => Promise<PageStatus>
  readonly close: () => Promise<void>
}

/** The window, pixels of its picture to one of the page, and the date on which every episode begins. */
const [width, height, scale] = [332, 214, 1.5]
const firstMoment = Date.UTC(2026, 0, 1, 12)
/** Milliseconds that a page is given after every action: BrowserGym's wait before it looks. */
const settleMs = 500
/** Most such waits for a page that gets ready slowly. */
const maxWaits = 20

export const pageOptions = (serve: Serve, deadlineMs: number): PageOptions => ({
  ...{ width, height, serve, deadlineMs, script: guiScript },
})

/** @throws {BrowserError} `refused` if the page has no such task, else as its page does. */
export async function startEpisode(page: Page, task: MiniwobTask): Promise<LivePage> {
  const url = urlOf(task.page)
  await page.goto(url)
  await page.freeze(firstMoment)
  await page.evaluate('page', startScript(task.seed), nothing)
  let ready = false
  for (let waits = 0; waits < maxWaits && !ready; waits++) {
    await page.advance(settleMs)
    ready = await page.evaluate('page', readyScript, z.boolean())
  }
  const goal = await page.evaluate('page', goalScript, z.string())
  const carryOut = actByTextIn(page, scale, pageActions)

  const look = async (error: string): Promise<PageStatus> => {
    const [screen, now] = await Promise.all([observe(page), page.evaluate('page', statusScript, status)])
    return { screen, status: now, error, moved: now.url !== url || page.stoppedNavigations() > 0 }
  }
  return {
    goal,
    opening: await look(''),
    act: async text => {
      const error = await carryOut(text)
      await page.advance(settleMs)
      return look(error)
    },
    close: page.close,
  }
}
