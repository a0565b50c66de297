import { leavesOf } from '../../src/config/tree.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { loadRunConfig } from '../../src/methods/registry/run-config.ts'
import { runJsonSchema } from '../../src/config/config.ts'
import { rlanythingSettings } from '../../src/methods/rlanything/settings.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { commandLine } from './command-line.ts'

test('config lists each setting as --set takes it, with its meaning, its range, and what the paper has', async t => {
  const { code, printed } = await commandLine(['config'])
  t.is(code, 0)
  t.regex(printed, /^Settings of a run, as --set and --config take them$/m)
  t.regex(printed, /^feedback\.lambda=0\.3 +λ: weight of the step signal\n +a number in \[0, 100\]; paper: 1$/m)
  t.regex(printed, /^starters\.policy=null +checkpoint folder; null is the shipped starter\n +a text or null$/m)
  t.notRegex(printed, / \*$/m)
})

test('config of a world lists its own options, and marks what its preset sets', async t => {
  const { printed } = await commandLine(['config', 'coding'])
  t.regex(printed, /^environment\.options\.tests=8 +hidden tests of a task\n +an integer in \[2, 32\]$/m)
  t.regex(printed, /^policy\.learningRate=0\.0006 \* +AdamW step size.*\n +a number in \(0, 1\]; in general: 0\.0003$/m)
  t.regex(printed, /^\* by the preset of coding$/m)
})

test('config --recipe lists the settings of a warm start', async t => {
  const { printed } = await commandLine(['config', 'coding', '--recipe'])
  t.regex(printed, /^Settings of a warm start, as --recipe takes them$/m)
  t.regex(printed, /^policy\.batches=150 \* +updates, each on a new batch\n.*in general: 520$/m)
  t.regex(printed, /^model\.hidden_size=64 +width/m)
})

for (const width of [80, 100, 240]) {
  test(`on ${width} letters a line no line is longer, nor than is good to read`, async t => {
    for (const args of [['config'], ['config', 'household'], ['config', 'coding'], ['config', '--recipe']]) {
      const { printed } = await commandLine(args, { width })
      const longest = Math.max(...printed.split('\n').map(line => [...line].length))
      t.true(longest <= Math.min(width, 110), `${args.join(' ')}: ${longest}`)
    }
  })
}

test('config --json is a file that train --config takes, and the same run as without', async t => {
  const { printed } = await commandLine(['config', 'coding', '--json'])
  const file = join(await temporaryFolder(t), 'run.json')
  await writeFile(file, printed)
  const { asked } = await commandLine(['train', '--config', file])
  t.like(asked[0], { config: await loadRunConfig({ environment: { name: 'coding' } }) })
  await writeFile(file, `\uFEFF${printed.replaceAll('\n', '\r\n')}`)
  t.deepEqual((await commandLine(['train', '--config', file])).asked, asked)
})

test('config --schema is JSON Schema, that of a world with its options', async t => {
  const open = JSON.parse((await commandLine(['config', '--schema'])).printed)
  t.deepEqual(Object.keys(open.properties), Object.keys(runJsonSchema(rlanythingSettings).properties ?? {}))
  const { properties } = JSON.parse((await commandLine(['config', 'coding', '--schema'])).printed)
  t.is(properties.environment.properties.options.additionalProperties, false)
  t.is(properties.policy.properties.learningRate.default, 6e-4)
})

test('config --method lists what has an effect on it, and nothing else', async t => {
  const pathsOf = async (...given: readonly string[]): Promise<readonly string[]> => {
    const { printed } = await commandLine(['config', '--json', ...given])
    return [...leavesOf(JSON.parse(printed)).keys()]
  }
  const [all, grpo, ragen] = [await pathsOf(), await pathsOf('--method', 'grpo'), await pathsOf('--method', 'ragen')]
  t.deepEqual(
    grpo.filter(path => !all.includes(path)),
    [],
  )
  for (const path of ['rewardModel.votes', 'feedback.lambda', 'evaluation.probeTasks', 'starters.rewardModel'])
    t.true(all.includes(path) && !grpo.includes(path) && !ragen.includes(path), path)
  t.true(ragen.includes('methodOptions.keep') && !ragen.includes('policy.filter') && grpo.includes('policy.filter'))
})

test('a setting that the method does not read is refused by name, value and reason', async t => {
  const { code, errors } = await commandLine([
    'train',
    'grids',
    '--method',
    'grpo',
    '--set',
    'rewardModel.votes=5',
    '--set',
    'feedback.lambda=9',
  ])
  t.is(code, 2)
  t.regex(errors, /rewardModel\.votes has no effect on the method grpo, it is a setting of rlanything, got 5/)
  t.regex(errors, /feedback\.lambda has no effect on the method grpo, it is a setting of rlanything, got 9/)
})

test('config refuses a world that there is not, and two forms at once', async t => {
  const nowhere = await commandLine(['config', 'nowhere'])
  t.is(nowhere.code, 2)
  t.regex(nowhere.errors, /environment\.name must be a world of this package .*, got 'nowhere'/)
  t.is((await commandLine(['config', '--json', '--schema'])).code, 2)
})
