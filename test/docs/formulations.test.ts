/** What docs/formulations.md shows is what is printed, and its examples run in the runners that it names. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import quorum from '../../examples/quorum.ts'
import { shippedFormulations } from '../../src/index.ts'
import { describeFormulation, formulationLaws } from '../../src/laws/index.ts'
import { commandLine } from '../cli/command-line.ts'

const page = 'docs/formulations.md'
const run = promisify(execFile)

/** Each law took as long as it took: without its time, and what follows from how wide that is. */
const timeless = (text: string): string =>
  text
    .replaceAll(/^(\S+ +(?:must|should|curious) .*?) +\d+$/gm, '$1')
    .replaceAll(/─+/g, '─')
    .replaceAll(/ {2,}/g, '  ')

test.serial('every command prints what the page shows', async t => {
  const text = await readFile(page, 'utf8')
  const shown = [...text.matchAll(/^```sh\nnpx rlanything (check [^\n]*)\n```\n\n```text\n(.*?)\n```$/gms)]
  t.true(shown.length >= 5)
  for (const [, command = '', output = ''] of shown) {
    const { printed } = await commandLine(command.split(' '))
    t.is(timeless(printed), timeless(output))
  }
})

test('every law and every formulation is on the page', async t => {
  const text = await readFile(page, 'utf8')
  for (const { name, severity, part } of formulationLaws)
    t.regex(text, new RegExp(`\\| \`${name}\` +\\| ${severity} +\\| \`${part}\` +\\|`))
  for (const name of Object.keys(shippedFormulations)) t.true(text.includes(`\`${name}\``), name)
})

for (const { name, check } of describeFormulation(quorum)) test(name, t => t.notThrowsAsync(check))

const laws = describeFormulation(quorum).length

test.serial("the example runs in Node's own test runner", async t => {
  const example = fileURLToPath(new URL('../../examples/quorum.node-test.js', import.meta.url))
  const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', example])
  t.regex(stdout, new RegExp(`^# pass ${laws}$`, 'm'))
  t.regex(stdout, /^# fail 0$/m)
})

test.serial('the example runs in Vitest', async t => {
  const { stdout } = await run('node_modules/.bin/vitest', ['run', 'examples/quorum.vitest.test.ts', '--reporter=json'])
  t.like(JSON.parse(stdout), { numPassedTests: laws, numFailedTests: 0 })
})
