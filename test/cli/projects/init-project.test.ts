/** A project is written once, over nothing; `npm run test:install` does with it as its README says. */
import { join } from 'node:path'
import test from 'ava'
import { initProject } from '../../../src/cli/projects/init-project.ts'
import { commandLine } from '../command-line.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

test('nothing is overwritten', async t => {
  const folder = await temporaryFolder(t)
  const made = await initProject(join(folder, 'one'))
  t.true(made.includes(join('src', 'post.ts')))
  await t.throwsAsync(initProject(join(folder, 'one')), { instanceOf: RangeError, message: /is not empty/ })
  const { code } = await commandLine(['init', join(folder, 'one')])
  t.is(code, 2)
})
