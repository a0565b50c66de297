/** Options that have no effect beside others are refused by name and value. */
import test from 'ava'
import { commandLine } from '../command-line.ts'

const refusals: readonly (readonly [line: string, message: string])[] = [
  ['train --json', '--json must be left out without --dry-run, got true'],
  ['train --rates rates.json', '--rates must be left out without --dry-run, got "rates.json"'],
  ['check --method grpo --runs 5', '--runs must be left out where a method is checked, got 5'],
  ['check --method grpo --deadline 9', '--deadline must be left out where a method is checked, got 9'],
  ['check --method grpo --strict', '--strict must be left out where a method is checked, got true'],
  ['check --method grpo --laws a.js', '--laws must be left out where a method is checked, got "a.js"'],
  ['doctor --model folder', '--model must be left out without --service, got "folder"'],
  ['doctor --base-model a', '--base-model must be left out without --service, got "a"'],
  ['doctor --rank 4', '--rank must be left out without --service, got 4'],
  ['doctor --key-variable KEY', '--key-variable must be left out without --service, got "KEY"'],
  ['doctor --config a.json --service b', '--service must be left out where --config is given, got "b"'],
  ['doctor --config a.json --limit 3', '--limit must be left out where --config is given, got 3'],
  ['experiment a.json --report --seeds 1,2', '--seeds must be left out where --report is given, got [1,2]'],
  ['experiment a.json --report --arms a', '--arms must be left out where --report is given, got ["a"]'],
  ['experiment a.json --report --jobs 2', '--jobs must be left out where --report is given, got 2'],
  [
    'eval coding --items a --programs b --seed 3',
    '--seed must be left out where programs are tried, which draws nothing, got 3',
  ],
  ['convert a b --alpha 4', '--alpha must be left out without --adapter, got 4'],
  ['convert a b --targets q_proj', '--targets must be left out without --adapter, got "q_proj"'],
  ['convert a b --seed 3', '--seed must be left out without --adapter, got 3'],
  ['report run --name mine', '--name must be left out without --record, got "mine"'],
  ['report run --record a.json --screenshots', '--screenshots must be left out where --record is given, got true'],
  ['export run --to parquet --raw-cells', '--raw-cells must be left out with --to parquet, got true'],
  [
    'export run --to tensorboard --iterations 1-2',
    '--iterations must be left out with --to tensorboard, which has no episodes, got {"first":1,"last":2}',
  ],
]

for (const [line, message] of refusals)
  test(`${line} is refused`, async t => {
    const { code, errors, asked } = await commandLine(line.split(' '))
    t.is(errors, `error: ${message}`)
    t.is(code, 2)
    t.deepEqual(asked, [])
  })

test('options that exclude each other are refused by both names', async t => {
  const lines = [
    'config --recipe --method grpo',
    'inspect run --device --episode a',
    'eval --items a --programs b --run c',
  ]
  for (const line of lines) {
    const { code, errors } = await commandLine(line.split(' '))
    t.regex(errors, /'--\w+.*' cannot be used with option '--\w+/, line)
    t.is(code, 2)
  }
})
