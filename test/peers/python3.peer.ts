/** The Python that is installed here prints what another one did, of which `test/fixtures/python` is a record. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import { recorded, type Recorded } from '../sandbox/recorded.ts'

/** Of Python 3.12 on: floats are summed with compensation. */
const ofLater = 'print(sum([0.1] * 10))'

test('python3 prints what is recorded of each program', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'rlanything-'))
  t.teardown(() => rm(folder, { recursive: true }))
  const fixtures = fileURLToPath(new URL('../../../test/fixtures/python/', import.meta.url))
  const out = join(folder, 'programs.json')
  await promisify(execFile)('python3', [join(fixtures, 'record.py'), join(fixtures, 'programs.json'), out])
  const again = JSON.parse(await readFile(out, 'utf8')) as readonly Recorded[]
  t.is(again.length, recorded.length)
  for (const [n, { program, python }] of again.entries())
    if (program !== ofLater) t.deepEqual(python, recorded[n]?.python, program)
})
