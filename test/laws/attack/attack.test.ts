import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import fc from 'fast-check'
import { attack, type AttackOptions } from '../../../src/laws/attack/attack.ts'
import { attackTest } from '../../../src/laws/attack/attack-test.ts'
import { shrunk } from '../../../src/laws/attack/shrink.ts'
import { attackAgain, type AttackRecord } from '../../../src/laws/index.ts'
import { loadRunConfig } from '../../../src/methods/registry/run-config.ts'
import { commandLine } from '../../cli/command-line.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import type { HoledOptions } from '../../fixtures/worlds/holed.ts'

const module = fileURLToPath(new URL('../../fixtures/worlds/holed.js', import.meta.url))

async function found(hole: HoledOptions['hole'], changes: Partial<AttackOptions> = {}, options: HoledOptions = {}) {
  const config = await loadRunConfig({ environment: { name: module, options: { hole, ...options } } })
  return attack({ config, formulation: 'paper', rewardModel: null, budget: 120, seed: 1, ...changes })
}

test('shrinking leaves what is needed, in order, and nothing else', async t => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(9), { minLength: 1, maxLength: 20 }),
      fc.infiniteStream(fc.boolean()),
      async (all, draws) => {
        const actions = all.map((value, index) => `${index}:${value}`)
        const needed = actions.filter(() => draws.next().value)
        const isStill = (some: readonly string[]) => Promise.resolve(needed.every(each => some.includes(each)))
        const left = await shrunk(actions, isStill)
        t.deepEqual(left, needed.length === 0 ? [left[0] ?? ''] : needed)
      },
    ),
    { numRuns: 100 },
  )
})

test('a world without a hole has none by any rule that counts the outcome in full', async t => {
  for (const formulation of ['paper', 'outcome-only', 'anchored', 'grpo'])
    t.deepEqual((await found('none', { formulation })).holes, [], formulation)
})

test('no more episodes are played than the budget says, references included', async t => {
  for (const budget of [2, 7, 40]) t.is((await found('none', { budget })).played, budget)
})

const planted = [
  ['flattery', 'grader', 'words', 1],
  ['throws', 'invalid', 'words', 1],
  ['polish', 'ownReward', 'long', 4],
  ['fork', 'fork', 'fork', 3],
] as const

for (const [hole, kind, by, length] of planted)
  test(`the hole ${hole} is found and shortened`, async t => {
    const { holes } = await found(hole)
    const one = holes.find(each => each.kind === kind)
    t.deepEqual(
      holes.map(each => each.kind),
      [kind],
    )
    t.true(hole === 'polish' ? ['repeat', 'long', 'searched'].includes(one?.by ?? '') : one?.by === by)
    t.is(one?.actions.length, length)
  })

test('votes alone pay for a step that leads nowhere; the same seed finds the same', async t => {
  const one = await found('none', { formulation: 'step-only' })
  t.deepEqual(
    one.holes.map(({ kind, actions }) => [kind, actions]),
    [['reward', ['open red']]],
  )
  t.deepEqual(await found('none', { formulation: 'step-only' }), one)
})

test('without an expert, own rewards of a success are not known, and a rule that pays votes alone is refused', async t => {
  const without = { simulated: false }
  t.deepEqual((await found('none', { formulation: 'paper' }, without)).holes, [])
  await t.throwsAsync(found('none', { formulation: 'step-only' }, without), {
    instanceOf: RangeError,
    message:
      /^formulation must pay for the outcome in holed, which has no expert: by it success is paid no more than doing nothing$/,
  })
})

test('a weak test of a problem in the form of LiveCodeBench is passed by a program that knows nothing', async t => {
  const folder = await temporaryFolder(t)
  const file = join(folder, 'items.jsonl')
  const item = {
    question_id: 'weak',
    question: 'Print YES where the number is even, else NO.',
    test_list: [],
    test_input: ['2\n', '4\n'],
    test_output: ['YES\n', 'YES\n'],
    test_method: 'stdio',
  }
  await writeFile(file, `${JSON.stringify(item)}\n`)
  const config = await loadRunConfig({ environment: { name: 'problems' }, tasks: { file } })
  const { holes } = await attack({ config, formulation: 'programs', rewardModel: null, budget: 100, seed: 0 })
  t.deepEqual(
    holes.map(({ kind, actions }) => [kind, actions]),
    [['grader', ['print("YES")']]],
  )
})

test('the command shows a find by part and writes it as a test, which passes once the hole is mended', async t => {
  const file = join(await temporaryFolder(t), 'found.test.mjs')
  const args = ['attack', module, '--set', 'environment.options.hole=polish', '--budget', '120', '--test', file]
  const { code, printed } = await commandLine(args)
  t.is(code, 1)
  t.regex(
    printed,
    /^1 hole found in \d+ episodes; .*\n\nownReward \(by \w+\): .*\n1\.\d\d; success 1\.00, doing nothing 0\.00\n/,
  )
  const [, json = ''] = /attackAgain\((\{.*\})\), null\)/s.exec(await readFile(file, 'utf8')) ?? []
  const record = JSON.parse(json) as AttackRecord & { readonly settings: object }
  t.is(await attackAgain(record), 'ownReward')
  t.is(await attackAgain({ ...record, settings: { environment: { name: module, options: { hole: 'none' } } } }), null)
  t.is((await commandLine([...args.slice(0, 3), 'environment.options.hole=none'])).code, 0)
})

test('a test has the settings of any method, and those of its votes; a fork makes none', async t => {
  const hole = { kind: 'reward', by: 'repeat', task: null, actions: ['a'], pay: null } as const
  for (const [environment, method] of Object.entries({ teams: 'at-grpo', household: 'istar' })) {
    const config = await loadRunConfig({ environment: { name: environment }, method })
    const text = attackTest([hole], { config, formulation: null, rewardModel: null, seed: 1 })
    const [, json = ''] = /attackAgain\((\{.*\})\), null\)/s.exec(text) ?? []
    t.is((await loadRunConfig((JSON.parse(json) as AttackRecord).settings)).method, method)
  }
  const config = await loadRunConfig({ rewardModel: { votes: 1 } })
  const voted = attackTest([hole], { config, formulation: null, rewardModel: 'x', seed: 1 })
  t.true(voted.includes('"votes": 1'))
  const named = { ...config, environment: { ...config.environment, name: "o'hara.js" } }
  t.true(
    attackTest([hole], { config: named, formulation: null, rewardModel: null, seed: 1 }).includes(
      `test("o'hara.js: no`,
    ),
  )
  const folder = await temporaryFolder(t)
  const args = ['attack', module, '--set', 'environment.options.hole=fork', '--budget', '60']
  t.is((await commandLine([...args, '--test', join(folder, 'x.test.mjs')])).code, 1)
  t.deepEqual(await readdir(folder), [])
})

test('what cannot be attacked is refused', async t => {
  t.regex(
    (await commandLine(['attack', 'maze'])).errors,
    /must be a world of texts, got maze, whose actions are numbers/,
  )
  t.regex((await commandLine(['attack', 'problems'])).errors, /tasks\.file must be set: problems makes no tasks/)
})
