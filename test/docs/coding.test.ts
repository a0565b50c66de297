/** docs/coding.md: the episode that it tells is what the world says, and its table of rewards is what the formula gives. */
import { readFile } from 'node:fs/promises'
import test from 'ava'
import coding from '../../environments/coding/index.ts'
import { referenceTestsOf } from '../../environments/coding/programs/reference.ts'
import type { CodingTask } from '../../environments/coding/tasks/task.ts'
import { unitTestReward } from '../../src/reward/unit-tests/reward.ts'
import { randomFrom, rootKey } from '../../src/math/random.ts'
import type { Test } from '../../src/contracts/worlds/job.ts'
import { runInMonty } from '../../src/sandbox/monty/run.ts'
import { present } from '../fixtures/present.ts'
import { blocksOf } from './guide.ts'

const page = 'docs/coding.md'
const world = coding()
const pipeline = { clauses: [{ kind: 'odd' }, { kind: 'drop', k: 2 }], output: 'list' } as const
const inputs = ['9 3 1 8 5', '5 5 7 1', '1 2 3 4 5 6 7', '7 9 3 1', '3 8 9 9', '2 9 1 7 5 3', '1 1 9 5 5', '6 7 1 3 3']
const task: CodingTask = {
  ...pipeline,
  wording: { inWords: true, clauses: [0, 1], output: 0, distractors: [] },
  examples: [],
  lengths: [4, 7],
  tests: referenceTestsOf(pipeline, inputs) ?? [],
}

test('the episode that the page tells is what the world says', async t => {
  const [told = ''] = await blocksOf(page, '')
  const [opening = '', program = '', said = ''] = told.trim().split('\n')
  const { state, observation } = world.start(world.parseTask(task))
  t.is(observation, opening)
  const examination = present(present(world.executionCheck)(world.step(state, program.replace(/^> /, '')).state))
  const { observation: outcome, score, label } = examination.grade(runInMonty(examination.job))
  t.deepEqual([outcome, score, label.good, label.reason], [said, 3 / 8, false, 'odd'])
  t.regex(await readFile(page, 'utf8'), /first clause that it misses, here `odd`/)
})

test('a test with its working is the test that the page has without it', async t => {
  const { parseTest, exampleTest } = present(world.unitTesting)
  const [bare, shown] = ['3 1 4 1 5 -> 1 5', '3 1 4 1 5 odd -> 3 1 1 5 drop 2 -> 1 5']
  const text = await readFile(page, 'utf8')
  t.true(text.includes(`| \`${bare}\``) && text.includes(`\`${shown}\``))
  t.deepEqual(parseTest(shown), parseTest(bare))
  t.regex(exampleTest(task, randomFrom(rootKey(1))), /^(\d )+odd -> (\d )+drop 2 -> \d/)
})

test('its table of rewards is what the formula gives for programs that were run', async t => {
  const rows = (await readFile(page, 'utf8')).split('\n').filter(line => /^\| `.*[✓✗]/.test(line))
  t.true(rows.length >= 3)
  const read = 'xs = [int(x) for x in input().split()]'
  const [keep, print] = ['xs = [x for x in xs if x % 2 == 1 ]', 'print(*xs)']
  const programs = [
    [read, keep, 'xs = xs[ 2 :]', print],
    [read, keep, 'xs = xs[ 1 :]', print],
    [read, 'xs = xs[ 2 :]', print],
    [read, keep, print],
  ].map(statements => statements.join(' ; '))
  const passesAll = (program: string, tests: readonly Test[]): boolean =>
    runInMonty(present(world.unitTesting).job(task, program, tests)).every(({ outcome }) => outcome === 'passed')
  const correct = programs.map(program => passesAll(program, task.tests))
  t.deepEqual(correct, [true, false, false, false])
  for (const row of rows) {
    const [text = '', ...cells] = row
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim())
    const written = present(world.unitTesting).parseTest(text.slice(1, -1))
    const passes = programs.map(program => written !== null && passesAll(program, [written]))
    const reward = unitTestReward(correct, passes) ?? Number.NaN
    t.deepEqual(cells, [
      ...passes.map(is => (is ? '✓' : '✗')),
      String(Math.abs(reward)).replace(/^/, reward < 0 ? '−' : ''),
    ])
  }
})
