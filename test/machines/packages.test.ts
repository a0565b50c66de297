/** Modules by their packages: what is not the same there is refused by name. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import test from 'ava'
import { installedPackages, packageNamesIn } from '../../src/runtime/machines/packages.ts'
import { temporaryFolder, type Owner } from '../fixtures/temporary-folder.ts'

async function packageWith(t: Owner, code: string, version = '1.2.3'): Promise<string> {
  const folder = await temporaryFolder(t)
  await mkdir(join(folder, 'lib'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'worlds', version }))
  await writeFile(join(folder, 'lib', 'maze.js'), code)
  return folder
}

test('a module goes by its package, and is found in the same package elsewhere', async t => {
  const [here, there] = await Promise.all([packageWith(t, 'one'), packageWith(t, 'one')])
  const options = { module: pathToFileURL(join(here, 'lib', 'maze.js')).href, other: ['x', 1, null] }
  const { value, packages } = await packageNamesIn(options)
  t.deepEqual(value, { module: 'package:worlds#lib/maze.js', other: ['x', 1, null] })
  const installed = await installedPackages(['worlds'], there)
  installed.require(packages)
  t.deepEqual(await installed.resolve(value, packages), {
    ...options,
    module: pathToFileURL(join(there, 'lib', 'maze.js')).href,
  })
})

test('another version, other code, and packages that are not allowed are refused', async t => {
  const folders = [await packageWith(t, 'one'), await packageWith(t, 'two'), await packageWith(t, 'one', '1.2.4')]
  const [here = '', ...others] = folders
  const { packages } = await packageNamesIn(pathToFileURL(join(here, 'lib', 'maze.js')).href)
  for (const other of others) {
    const installed = await installedPackages(['worlds'], other)
    t.throws(() => installed.require(packages), {
      instanceOf: RangeError,
      message: /^worlds must be that of the run, 1\.2\.3 \(/,
    })
  }
  const without = await installedPackages([], here)
  t.throws(() => without.require(packages), { message: /^modules of worlds are not run here, only of rlanything/ })
  await t.throwsAsync(installedPackages(['puzzles'], here), {
    message: /must name packages that are installed in .*, got puzzles$/,
  })
})

test('only code within a package that was checked is run', async t => {
  const here = await packageWith(t, 'one')
  await writeFile(join(here, 'lib', 'notes.txt'), 'no code')
  const installed = await installedPackages(['worlds'], here)
  const { packages } = await packageNamesIn(pathToFileURL(join(here, 'lib', 'maze.js')).href)
  for (const text of [
    'package:worlds#../other.js',
    'package:worlds#lib/notes.txt',
    'package:else#lib/maze.js',
    'package:worlds#node_modules/other/index.js',
    'package:worlds#.cache/maze.js',
    'package:worlds',
  ])
    await t.throwsAsync(installed.resolve(text, packages), {
      instanceOf: RangeError,
      message: /is no module of a package/,
    })
})

test('plain texts go as they are, also those that begin as the name of a module', async t => {
  const texts = [
    'file: see the drawer',
    'file://server/share/x',
    'file:',
    'package: one of two',
    'package:#x',
    'data:,x',
  ]
  const { value, packages } = await packageNamesIn({ texts, module: 'file:///gone/maze.js' })
  t.deepEqual(packages, {})
  const installed = await installedPackages([])
  t.deepEqual(await installed.resolve(value, packages), { texts, module: 'file:///gone/maze.js' })
})
