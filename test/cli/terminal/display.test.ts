/** Standard output that ends before the program does. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { brokenPipeCode, createDisplay } from '../../../src/cli/terminal/display.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { writeFixtureRun } from '../../run/report-fixture.ts'

/** A stream that takes so many lines, then none; by an event as pipes do, or by throwing as files do. */
function failing(lines: number, code: string, how: 'event' | 'thrown') {
  const taken: string[] = []
  const error = Object.assign(new Error(`${code}: write`), { code })
  const stream = new Writable({
    autoDestroy: false,
    write(chunk: Buffer, _encoding, done) {
      const takes = taken.length < lines
      if (takes) taken.push(chunk.toString())
      else if (how === 'thrown') throw error
      done(takes ? null : error)
    },
  })
  return { stream, taken }
}

const turn = () => new Promise(resolve => setImmediate(resolve))

for (const how of ['event', 'thrown'] as const) {
  for (const outlives of [true, false]) {
    test(`output that fails by ${how}, ${outlives ? 'outlived' : 'not outlived'}, is told once and written to no more`, async t => {
      for (const code of ['EPIPE', 'ENOSPC', 'EIO', 'EODD']) {
        const output = failing(1, code, how)
        const errors = failing(Infinity, '', how)
        const quits: number[] = []
        const display = createDisplay({
          output: output.stream,
          errors: errors.stream,
          quit: exit => void quits.push(exit),
        })
        if (outlives) display.outlive()
        for (const text of ['a', 'b', 'c']) {
          display.show(text)
          await turn()
        }
        t.deepEqual(output.taken, ['a\n'])
        t.deepEqual(quits, outlives ? [] : [code === 'EPIPE' ? brokenPipeCode : 1])
        t.is(errors.taken.length, !outlives && code === 'EPIPE' ? 0 : 1)
        if (outlives) t.regex(errors.taken[0]!, /^nothing more is shown, .*; the work continues\n$/)
      }
    })
  }
  test(`errors that nobody takes, by ${how}, end nothing`, async t => {
    const errors = failing(0, 'EPIPE', how)
    const display = createDisplay({
      output: failing(0, 'EPIPE', how).stream,
      errors: errors.stream,
      quit: () => t.fail(),
    })
    display.outlive()
    display.show('a')
    display.printError('b')
    await turn()
    t.deepEqual(errors.taken, [])
  })
}

const main = fileURLToPath(new URL('../../../src/cli/main.js', import.meta.url))
const shell = process.platform === 'win32' ? test.skip : test

shell('a short command whose reader leaves ends without a word; on a full disk it says so', async t => {
  const run = join(await temporaryFolder(t), 'run')
  await writeFixtureRun(run)
  const sh = (script: string) =>
    spawnSync('/bin/sh', ['-c', script, process.execPath, main, run], { encoding: 'utf8', timeout: 50_000 })
  const closed = sh('{ "$0" "$1" inspect "$2"; echo "code $?" >&2; } | true')
  t.is(closed.stderr, `code ${brokenPipeCode}\n`)
  const full = sh('"$0" "$1" inspect "$2" > /dev/full')
  t.deepEqual([full.status, full.stderr], [1, 'error: nothing can be shown: the disk that it is written to is full\n'])
})
