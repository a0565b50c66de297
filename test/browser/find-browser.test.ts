/** Which Chromium is taken, and what is said where there is none. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { findBrowser } from '../../src/browser/process/find-browser.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

function program(folder: string, name: string): string {
  const path = join(folder, name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, '#!/bin/sh\n')
  chmodSync(path, 0o755)
  return path
}

test('the one named, then the one of the environment, then the first in PATH by kind', async t => {
  const folder = await temporaryFolder(t)
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  const chromium = program(one, 'chromium')
  const shell = program(two, 'chromium-headless-shell')
  /* A folder can be entered, which is not to run. */
  mkdirSync(join(one, 'chromium-headless-shell'))
  const PATH = `${one}:${two}`
  t.is(findBrowser(undefined, { PATH }), shell)
  t.is(findBrowser(undefined, { PATH: one }), chromium)
  t.is(findBrowser(undefined, { PATH, RLANYTHING_BROWSER: chromium }), chromium)
  t.is(findBrowser(shell, { PATH, RLANYTHING_BROWSER: chromium }), shell)
})

test('without one it is said how to get one, and how to name one', async t => {
  const advice = /apt-get install chromium-headless-shell.*RLANYTHING_BROWSER/
  const folder = await temporaryFolder(t)
  writeFileSync(join(folder, 'chromium'), '')
  t.throws(() => findBrowser(undefined, { PATH: folder }), { instanceOf: RangeError, message: advice })
  t.throws(() => findBrowser(join(folder, 'chromium'), {}), { instanceOf: RangeError, message: advice })
  t.throws(() => findBrowser(undefined, { RLANYTHING_BROWSER: '/none' }), { message: /got \/none, which is none/ })
})
