import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import test from 'ava'
import type { Endurance } from '../../benches/sandbox/endure.ts'
import { nth } from '../../src/math/nth.ts'
import { lastOf } from '../../src/math/last-of.ts'

test('a thousand programs in a row, one of twenty hostile: none is lost, memory is flat, no process is left', async t => {
  /* In a process of its own: here are the interpreters of other tests. */
  const module = new URL('../../benches/sandbox/endure.js', import.meta.url).href
  const options = { sandbox: 'monty', programs: 1000, threads: 2, every: 20 }
  const script = `import { endure } from '${module}'
console.log(JSON.stringify(await endure(${JSON.stringify(options)})))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', '--input-type=module', '-e', script])
  const { wrong, hostMb, interpreterMb, interpreters, left } = JSON.parse(stdout) as Endurance
  t.is(wrong, 0)
  t.is(hostMb.length, 10)
  t.true(lastOf(hostMb) < nth(hostMb, 2) * 1.25, hostMb.join())
  /* At any one point all of them may have just begun. */
  t.true(Math.max(...interpreterMb.slice(-3)) < Math.max(...interpreterMb.slice(0, 3)) * 1.5, interpreterMb.join())
  /* Two that run, and those just killed that have not gone yet: if none ever went, there would be fifty. */
  t.true(interpreters > 0 && interpreters <= 12, String(interpreters))
  t.is(left, 0)
})
