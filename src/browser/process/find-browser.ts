/** Where Chromium is on this machine. */
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The environment variable that names one. */
const browserVariable = 'RLANYTHING_BROWSER'

/** Looked for in this order in every folder of PATH: the one without windows starts fastest. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'chrome']
const places = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

const browserAdvice =
  'On Debian and Ubuntu: apt-get install chromium-headless-shell. Elsewhere, or for another one, name the path of a Chromium ' +
  `or Chrome by ${browserVariable}`

/**
 * @param path of the user's choice, before all others.
 * @throws {RangeError} saying how to install a browser, or how to name one, if none is found or the one named cannot be run.
 */
export function findBrowser(path: string | undefined, environment: NodeJS.ProcessEnv): string {
  const named = path ?? environment[browserVariable]
  if (named !== undefined && named !== '') {
    if (isProgram(named)) return named
    throw new RangeError(`the browser must be a program, got ${named}, which is none. ${browserAdvice}`)
  }
  const found = findProgram(environment, names) ?? places.find(isProgram)
  if (found === undefined) throw new RangeError(`there is no Chromium in PATH. ${browserAdvice}`)
  return found
}

/** A browser with windows, where there is a screen for them; `null` otherwise. */
export function windowedBrowser(environment: NodeJS.ProcessEnv): string | null {
  const hasScreen = ['DISPLAY', 'WAYLAND_DISPLAY'].some(name => (environment[name] ?? '') !== '')
  if (!hasScreen && process.platform !== 'darwin') return null
  return findProgram(environment, names.slice(1)) ?? places.find(isProgram) ?? null
}

/** The first of these programs that is in PATH; `null` without any. */
export function findProgram(environment: NodeJS.ProcessEnv, wanted: readonly string[]): string | null {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(folder => folder !== '')
  return wanted.flatMap(name => folders.map(folder => join(folder, name))).find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
