/** A project is written once, over nothing; `npm run test:install` does with each as its README says. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { z } from 'zod'
import { parseRunConfig } from '../../../src/methods/registry/run-config.ts'
import { initProject } from '../../../src/cli/projects/init-project.ts'
import { templateNames } from '../../../src/cli/projects/templates.ts'
import { commandLine } from '../command-line.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

test('the world has the name of the project in its files, tests, settings and scripts', async t => {
  const folder = join(await temporaryFolder(t), 'My Maze')
  const { files } = await initProject(folder)
  t.true([join('src', 'my-maze.ts'), join('src', 'my-maze.test.ts')].every(path => files.includes(path)))
  const text = async (path: string) => readFile(join(folder, path), 'utf8')
  t.regex(await text('src/my-maze.ts'), /name: 'my-maze'/)
  t.regex(await text('src/my-maze.test.ts'), /from '\.\/my-maze\.js'/)
  t.regex(await text('run.json'), /\.\/dist\/my-maze\.js/)
  for (const path of files) t.notRegex(await text(path), /\bpost\.(ts|js|test|node)/, path)
})

const packageSchema = z.object({ scripts: z.record(z.string(), z.string()) })

for (const template of templateNames)
  test(`a project of the template ${template} has all that its scripts, settings and README name`, async t => {
    const folder = join(await temporaryFolder(t), 'mine')
    const { code, printed } = await commandLine(['init', folder, '--template', template])
    t.is(code, 0)
    const files =
      printed
        .split('\n\n')[0]
        ?.split('\n')
        .map(line => line.trim()) ?? []
    const text = (path: string) => readFile(join(folder, path), 'utf8')
    const { scripts } = packageSchema.parse(JSON.parse(await text('package.json')))
    const readme = await text('README.md')
    const run = [...printed.matchAll(/^npm (?:run )?(\w+)/gm)].map(([, script = '']) => script)
    t.true(run.length > 1 && run.every(script => script === 'install' || script in scripts))
    t.true(readme.includes(printed.split('\n').slice(-run.length).join('\n')))
    const compiled = Object.values(scripts).flatMap(script => script.match(/\b(dist|src)\/[\w.-]+/g) ?? [])
    const named = [...readme.matchAll(/`(src\/[\w.-]+|run\.json)`/g)].map(([, path = '']) => path)
    for (const path of [...compiled, ...named].map(path => path.replace(/^dist(.*)\.js$/, 'src$1.ts')))
      t.true(files.includes(path), `${template}: ${path}`)
    if (files.includes('run.json')) {
      const { $schema, ...settings } = JSON.parse(await text('run.json'))
      t.is($schema, './node_modules/rlanything/run-config.schema.json')
      t.notThrows(() => parseRunConfig(settings))
    }
  })

test('nothing is overwritten', async t => {
  const folder = await temporaryFolder(t)
  const { files } = await initProject(join(folder, 'one'))
  t.true(files.includes(join('src', 'one.ts')))
  await t.throwsAsync(initProject(join(folder, 'one')), { instanceOf: RangeError, message: /is not empty/ })
  t.is((await commandLine(['init', join(folder, 'one')])).code, 2)
  t.regex((await commandLine(['init', join(folder, 'two'), '--template', 'wrold'])).errors, /wrold.*world, guess/)
})
