/** A project is written once, over nothing; `npm run test:install` does with it as its README says. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { initProject } from '../../../src/cli/projects/init-project.ts'
import { commandLine } from '../command-line.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

test('the world has the name of the project in its files, tests, settings and scripts', async t => {
  const folder = join(await temporaryFolder(t), 'My Maze')
  const made = await initProject(folder)
  t.true([join('src', 'my-maze.ts'), join('src', 'my-maze.test.ts')].every(path => made.includes(path)))
  const text = async (path: string) => readFile(join(folder, path), 'utf8')
  t.regex(await text('src/my-maze.ts'), /name: 'my-maze'/)
  t.regex(await text('src/my-maze.test.ts'), /from '\.\/my-maze\.js'/)
  t.regex(await text('run.json'), /\.\/dist\/my-maze\.js/)
  for (const path of made) t.notRegex(await text(path), /\bpost\.(ts|js|test|node)/, path)
})

test('nothing is overwritten', async t => {
  const folder = await temporaryFolder(t)
  const made = await initProject(join(folder, 'one'))
  t.true(made.includes(join('src', 'one.ts')))
  await t.throwsAsync(initProject(join(folder, 'one')), { instanceOf: RangeError, message: /is not empty/ })
  const { code } = await commandLine(['init', join(folder, 'one')])
  t.is(code, 2)
})
