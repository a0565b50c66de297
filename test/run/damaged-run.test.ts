/** What is damaged in a run is named by its file, and left as it is. */
import test from 'ava'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseRunConfig } from '../../src/methods/registry/run-config.ts'
import { createRunDirectory, readRunDirectory } from '../../src/run/directory/run-directory.ts'
import { RunDirectoryError } from '../../src/run/directory/records/run-directory-error.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const versions = { node: '20.19.0' }

test('a configuration that is no longer one is named by its file', async t => {
  const path = join(await temporaryFolder(t), 'run')
  await (await createRunDirectory(path, { config: parseRunConfig({}), versions, formulation: null })).close()
  const file = join(path, 'config.json')
  const damaged = (await readFile(file, 'utf8')).replace(/"lambda": [\d.]+/, '"lambda": "much"')
  await writeFile(file, damaged)
  await t.throwsAsync(readRunDirectory(path), {
    instanceOf: RunDirectoryError,
    message: /config\.json is damaged: feedback\.lambda must be a number .* got "much"/,
  })
  t.is(await readFile(file, 'utf8'), damaged)
})

test('a line of the lineage that is no event is named by its number', async t => {
  const path = join(await temporaryFolder(t), 'run')
  const run = await createRunDirectory(path, { config: parseRunConfig({}), versions, formulation: null })
  await run.appendLineage([{ kind: 'rooted', iteration: 0, slot: 0, version: 0, task: 1 }])
  await run.close()
  await writeFile(join(path, 'tasks.jsonl'), '{"kind":"rooted","iteration":0,"slat":0,"version":0,"task":1}\n', {
    flag: 'a',
  })
  await t.throwsAsync((await readRunDirectory(path)).readLineage(), {
    instanceOf: RunDirectoryError,
    message: /tasks\.jsonl, line 2 is damaged: .*slat/,
  })
})

test('a run cannot be made where a file is', async t => {
  const file = join(await temporaryFolder(t), 'file')
  await writeFile(file, 'mine')
  for (const path of [file, join(file, 'run')]) {
    await t.throwsAsync(createRunDirectory(path, { config: parseRunConfig({}), versions, formulation: null }), {
      instanceOf: RunDirectoryError,
      message: /a file is in its way/,
    })
  }
  t.is(await readFile(file, 'utf8'), 'mine')
})
