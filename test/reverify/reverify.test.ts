import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { reverify } from '../../src/reverify/reverify.ts'
import { commandLine } from '../cli/command-line.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { writeProgramRun } from '../run/program-fixture.ts'
import { usualRun } from '../run/usual-run.ts'

const warnings: string[] = []
const options = {
  formulation: null,
  rewardModel: null,
  iteration: null,
  warn: (text: string) => void warnings.push(text),
  signal: new AbortController().signal,
}

test.serial('by its own formulation nothing of a run changes', async t => {
  const { directory } = await usualRun()
  const iterations = await reverify(directory, options)
  t.deepEqual(
    iterations.map(({ iteration }) => iteration),
    [1, 2, 3],
  )
  for (const { actions, votes, verdictsTurned } of iterations) {
    t.true(actions.count > 0 && (votes?.count ?? 0) > 0)
    for (const { turned, meanChange, trainedOn } of [actions, votes ?? actions]) {
      t.is(turned, 0)
      t.true((meanChange ?? 0) < 1e-9)
      t.is(trainedOn[0], trainedOn[1])
    }
    t.is(verdictsTurned, 0)
  }
})

test.serial('the model that voted votes the same again, and a replay plays what was stored', async t => {
  const { directory } = await usualRun()
  const config = JSON.parse(await readFile(join(directory, 'config.json'), 'utf8')) as {
    config: { starters: { rewardModel: string } }
  }
  const { rewardModel } = config.config.starters
  const [first, ...others] = await reverify(directory, { ...options, rewardModel, iteration: 1 })
  t.deepEqual(others, [])
  t.is(first?.verdictsTurned, 0)
  t.is(first?.actions.turned, 0)
  t.true((first?.actions.meanChange ?? 1) < 1e-9)
  t.deepEqual(warnings, [])
})

test.serial('where the alarm had lowered λ, votes count half', async t => {
  const directory = join(await temporaryFolder(t), 'run')
  await cp((await usualRun()).directory, directory, { recursive: true })
  const change = async (file: string, by: (text: string) => string) =>
    writeFile(join(directory, file), by(await readFile(join(directory, file), 'utf8')))
  await change('config.json', text => text.replace('"onDivergence": "warn"', '"onDivergence": "lower-lambda"'))
  await change('metrics.jsonl', text =>
    text
      .split('\n')
      .map(line => (line.startsWith('{"iteration":2,') ? line.replace('"gold.diverged":0', '"gold.diverged":1') : line))
      .join('\n'),
  )
  const changes = (await reverify(directory, options)).map(({ steps }) =>
    Math.max(...steps.map(({ reward: [before, after] }) => Math.abs((before ?? 0) - (after ?? 0)))),
  )
  t.deepEqual(
    changes.map(change => change > 1e-9),
    [false, true, false],
  )
})

test.serial('of unit tests, whose results are not kept, no advantage is said to have become another', async t => {
  const directory = join(await temporaryFolder(t), 'run')
  await writeProgramRun(directory)
  for (const { actions, votes } of await reverify(directory, options)) {
    t.true(actions.count > 0)
    t.deepEqual(votes, { count: 0, trainedOn: [0, 0], turned: 0, meanChange: null })
  }
})

test.serial('a formulation that a program gave to the run has to be named', async t => {
  const directory = join(await temporaryFolder(t), 'run')
  await cp((await usualRun()).directory, directory, { recursive: true })
  const file = join(directory, 'config.json')
  const begun = JSON.parse(await readFile(file, 'utf8')) as object
  await writeFile(file, JSON.stringify({ ...begun, formulation: 'mine' }))
  const message = /run was begun with the formulation mine, which is in no file: name one$/
  await t.throwsAsync(reverify(directory, options), { instanceOf: RangeError, message })
  t.is((await reverify(directory, { ...options, formulation: 'paper' })).length, 3)
})

test.serial('the command shows what another formulation would have changed, and writes every value', async t => {
  const { directory } = await usualRun()
  const json = join(await temporaryFolder(t), 'changes.json')
  const args = ['reverify', directory, '--formulation', 'step-only', '--iteration', '2', '--json', json]
  const { code, printed, errors } = await commandLine(args)
  t.deepEqual([code, errors], [0, ''])
  t.regex(printed, /iteration {2}of .*mean \|ΔA\|\n.*\n +2 {2}actions .*\n +2 {2}votes /)
  const { iterations } = JSON.parse(await readFile(json, 'utf8')) as {
    iterations: { steps: { reward: [number, number] }[] }[]
  }
  const rewards = iterations[0]?.steps.map(({ reward }) => reward) ?? []
  t.true(rewards.length > 0 && rewards.every(([, after]) => Math.abs(after) <= 1))
  t.true(rewards.some(([before, after]) => before !== after))
  t.regex((await commandLine(['reverify', directory, '--formulation', 'papr'])).errors, /papr/)
})
