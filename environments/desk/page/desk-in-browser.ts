/** A desk as a page of a real browser, taken through the same actions as the pure one. */
import { z } from 'zod'
import type { PagePool } from '../../../src/browser/pool.ts'
import { actByTextIn, type ActByText } from '../../../src/browser/gui/act-by-text.ts'
import { observe } from '../../../src/browser/gui/observe.ts'
import { guiScript } from '../../../src/browser/dom/script.ts'
import { flatten } from '../../../src/gui/tree/flatten.ts'
import { deskUrl } from '../kernel/accessibility.ts'
import { deskActions } from '../kernel/carry-out.ts'
import { atEnd, focusedElement } from '../kernel/focus.ts'
import { beginDesk } from '../kernel/play.ts'
import { deskPageFile } from './files.ts'
import type { DeskOpening } from './opening.ts'
import type { DeskState } from '../screen/state.ts'
import type { DeskTask } from '../tasks/task.ts'

/** What both worlds have to agree on. */
interface DeskStanding {
  /** BrowserGym's text of the accessibility tree. */
  readonly text: string
  readonly held: HeldByPage
}

/** The state of the applications and of the page, without what only the player knows. */
interface HeldByPage extends Pick<DeskState, 'data' | 'spot' | 'open' | 'top' | 'turned' | 'drafts' | 'focus'> {
  /** Of the field with the focus. */
  readonly caret: readonly [start: number, end: number] | null
}

interface DeskInBrowser {
  readonly act: ActByText
  readonly look: () => Promise<DeskStanding>
  readonly close: () => Promise<void>
}

const [width, height] = [1000, 900]
const deadlineMs = 60_000
const firstMoment = Date.UTC(2026, 0, 1, 12)
/** Milliseconds that the page is given after every action. */
const settleMs = 50

const held = z.custom<HeldByPage>(value => typeof value === 'object' && value !== null)
const begun = 'new Promise(done => { const look = () => globalThis.desk ? done(true) : setTimeout(look, 5); look() })'

/** @throws {BrowserError} */
export async function openDesk(pages: Pick<PagePool, 'open'>, task: DeskTask): Promise<DeskInBrowser> {
  const opening: DeskOpening = { state: beginDesk(task, 'full').state, told: null }
  const serve = (url: string) => {
    if (!url.startsWith(deskUrl)) return null
    const path = url.slice(deskUrl.length - 1)
    const file =
      path === '/begun.json' ? { body: JSON.stringify(opening), type: 'application/json' } : deskPageFile(path)
    return file === null ? null : { body: Buffer.from(file.body), type: file.type }
  }
  const page = await pages.open({ width, height, serve, deadlineMs, script: guiScript }, new AbortController().signal)
  await page.goto(deskUrl)
  await page.evaluate('page', begun, z.boolean())
  await page.freeze(firstMoment)
  const carryOut = actByTextIn(page, 1, deskActions)

  return {
    act: async text => {
      try {
        return await carryOut(text)
      } finally {
        await page.advance(settleMs)
      }
    },
    look: async () => {
      const [{ root }, state] = await Promise.all([observe(page), page.evaluate('page', 'desk()', held)])
      return { text: flatten(root), held: state }
    },
    close: page.close,
  }
}

/** The same of the pure desk. */
export function heldByDesk(state: DeskState): HeldByPage {
  const { data, spot, open, top, turned, drafts, focus, carets } = state
  const field = focusedElement(state)
  const { start, end } = carets[focus ?? ''] ?? atEnd(field?.value ?? '')
  return { data, spot, open, top, turned, drafts, focus, caret: field?.role === 'textbox' ? [start, end] : null }
}
