import test from 'ava'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadRedact } from '../../src/gateway/sessions/load-redact.ts'
import { loadOutcomeRule } from '../../src/gateway/training/outcome-rule.ts'
import { loadLaws } from '../../src/laws/formulation/load-laws.ts'
import { loadFormulation } from '../../src/methods/rlanything/load-formulation.ts'
import { defaultExportOf } from '../../src/contracts/import-module.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const files: readonly (readonly [name: string, text: string, found: unknown])[] = [
  ...['mjs', 'ts'].flatMap(ending =>
    [null, undefined, 0, '', false, 42, 'x', [], { name: 'x' }].map(
      (value, index) => [`${index}.${ending}`, `export default ${JSON.stringify(value)}\n`, value] as const,
    ),
  ),
  ['beside.ts', 'export default null\nexport const other = 2\n', null],
  ['later.ts', 'export default Promise.resolve(3)\n', 3],
  ['common.cjs', 'module.exports = { name: "x" }\n', { name: 'x' }],
]

test('a file gives its default export, whatever that is', async t => {
  const folder = await temporaryFolder(t)
  for (const [name, text, found] of files) {
    const file = join(folder, name)
    await writeFile(file, text)
    for (const once of ['shared', 'anew'] as const) t.deepEqual(await defaultExportOf(file, once), found, text)
  }
})

test('a file that is not there is named, and not the module that would have imported it', async t => {
  const file = join(await temporaryFolder(t), 'mine.js')
  for (const load of [loadFormulation, loadLaws, loadRedact, loadOutcomeRule])
    await t.throwsAsync(load(file), {
      instanceOf: RangeError,
      message: /cannot be loaded: there is no file \S*mine\.js(;|$)/,
    })
  await t.throwsAsync(loadFormulation('papr'), { message: /by name there are paper, .*; did you mean paper\?$/ })
})

test('a file of null is refused by name, with what was found and what is wanted', async t => {
  const file = join(await temporaryFolder(t), 'mine.ts')
  await writeFile(file, 'export default null\n')
  const loads = [loadFormulation, loadLaws, loadRedact, loadOutcomeRule]
  for (const load of loads)
    await t.throwsAsync(load(file), { instanceOf: RangeError, message: /mine\.ts must .* as its default.*got null$/ })
})

test('an ES module in a project as npm init makes it is refused with how to make it one', async t => {
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, 'package.json'), '{ "type": "commonjs" }')
  for (const text of ['export default 3\n', 'import { join } from "node:path"\nexport default join\n']) {
    const file = join(folder, `${text.slice(0, 6)}.js`)
    await writeFile(file, text)
    await t.throwsAsync(defaultExportOf(file), {
      instanceOf: RangeError,
      message:
        'it is an ES module, which Node.js reads as CommonJS: name it .mjs, or set "type": "module" in package.json',
    })
  }
})
