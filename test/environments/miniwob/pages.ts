/** The pages of MiniWoB++ for tests, where somebody has put them. */
import test, { type ExecutionContext } from 'ava'
import { existsSync } from 'node:fs'
import { pagesFolder } from '../../../environments/miniwob/play/page-files.ts'
import { browserPath } from '../../browser/real.ts'

/** Names the folder, as the option of the world does. */
const variable = 'MINIWOB_FOLDER'

export interface Setting {
  readonly browser: string
  readonly folder: string
}

/** A test that is left out, and says so, where there is no browser, or the folder of the pages is not named. */
export function withPages(title: string, body: (t: ExecutionContext, setting: Setting) => Promise<void>): void {
  const browser = browserPath()
  const folder = process.env[variable] ?? ''
  if (browser === null) return test.skip(`${title} (skipped: there is no Chromium on this machine)`, t => t.pass())
  if (folder === '') return test.skip(`${title} (skipped: ${variable} does not name the pages)`, t => t.pass())
  test.serial(title, t => body(t, { browser, folder: pagesFolder(folder) }))
}

/** The fonts that the recordings were made with: where other ones are, the middle of an element may be another one. */
const fonts = '/usr/share/fonts/truetype/dejavu'
export const hasRecordedFonts = existsSync(fonts)
export const fontsFile = (cache: string): string =>
  `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>`
