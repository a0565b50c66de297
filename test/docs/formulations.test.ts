/** What docs/formulations.md shows is what is printed; `npm run test:install` runs its examples in the runners that it names. */
import { readFile } from 'node:fs/promises'
import test from 'ava'
import quorum from '../../examples/quorum.ts'
import { clipped } from '../../src/losses/clipped.ts'
import { shippedFormulations } from '../../src/index.ts'
import { describeFormulation, formulationLaws } from '../../src/laws/index.ts'
import { commandLine } from '../cli/command-line.ts'

const page = 'docs/formulations.md'

/** Each law took as long as it took: without its time, and what follows from how wide that is. */
const timeless = (text: string): string =>
  text
    .replaceAll(/^(\S+ +(?:must|should|curious) .*?) +\d+$/gm, '$1')
    .replaceAll(/─+/g, '─')
    .replaceAll(/ {2,}/g, '  ')

test.serial('every command prints what the page shows', async t => {
  const text = await readFile(page, 'utf8')
  const shown = [...text.matchAll(/^```sh\nnpx rlanything (check [^\n]*)\n```\n\n```text\n(.*?)\n```$/gms)]
  t.true(shown.length >= 4)
  for (const [, command = '', output = ''] of shown) {
    const { printed } = await commandLine(command.split(' '))
    t.is(timeless(printed), timeless(output))
  }
})

test('the biases of a mean and of a sum over tokens are as the page on objectives shows them', async t => {
  const text = (await readFile('docs/writing-an-objective.md', 'utf8')).replaceAll(/ +/g, ' ')
  const pushed = (tokens: number) => {
    const logprobs = new Float64Array(tokens).fill(-1)
    return clipped(logprobs, { clip: 0.2, klWeight: 0.01, advantage: -1, oldLogprobs: logprobs }).gradient
  }
  const rowOf = (name: string, scale: (tokens: number) => number) => {
    const each = [10, 100].map(tokens => pushed(tokens)[0]! * scale(tokens))
    const all = [10, 100].map((tokens, index) => Number((tokens * each[index]!).toFixed(9)))
    return `| ${[name, ...each, ...all].join(' | ')} |`
  }
  t.true(text.includes(rowOf('mean', () => 1)))
  t.true(text.includes(rowOf('sum', tokens => tokens)))
})

test('every law and every formulation is on the page', async t => {
  const [text, laws] = await Promise.all([page, 'docs/laws.md'].map(path => readFile(path, 'utf8')))
  for (const { name, severity, part } of formulationLaws)
    t.regex(laws ?? '', new RegExp(`\\| \`${name}\` +\\| ${severity} +\\| \`${part}\` +\\|`))
  for (const name of Object.keys(shippedFormulations)) t.true(text?.includes(`\`${name}\``), name)
})

for (const { name, check } of describeFormulation(quorum)) test(name, t => t.notThrowsAsync(check))
