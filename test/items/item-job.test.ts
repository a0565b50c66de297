import test from 'ava'
import { itemJob } from '../../src/items/item-job.ts'
import { parseItem } from '../../src/items/formats/parse-item.ts'
import { liveCodeBenchLine, rlanythingLine } from './packed.ts'

const tests = [{ input: '1', output: '2' }]
const item = (line: typeof rlanythingLine, functionName: string | null = null) =>
  parseItem(JSON.parse(line({ id: 'a', functionName, tests })))

test('each format has its own comparison and time', t => {
  t.deepEqual(itemJob(item(rlanythingLine), 'print(2)'), {
    sandbox: 'pyodide',
    program: 'print(2)',
    preface: '',
    entry: { kind: 'stdio' },
    comparison: 'folded',
    tests,
    limits: { timeMs: 4000, memoryMb: 512, outputBytes: 2 ** 20 },
  })
  t.like(itemJob(item(liveCodeBenchLine), 'print(2)', { memoryMb: 100 }), {
    comparison: 'lines',
    limits: { timeMs: 6000, memoryMb: 100, outputBytes: 2 ** 20 },
  })
})

test('the function is called, or the method of the class that the program has in its place', t => {
  for (const line of [rlanythingLine, liveCodeBenchLine]) {
    const called = item(line, 'solve')
    t.deepEqual(itemJob(called, 'def solve(n): ...').entry, { kind: 'function', name: 'solve' })
    t.deepEqual(itemJob(called, 'class Solution:\n  def solve(self, n): ...').entry, {
      kind: 'method',
      className: 'Solution',
      name: 'solve',
    })
  }
})

test("before a program for LiveCodeBench its grader's imports are run, as a text of their own", t => {
  const { preface, program } = itemJob(item(liveCodeBenchLine), 'print(inf)')
  t.regex(
    preface ?? '',
    /^from string import \*; .*from typing import \*; import string; .*; sys\.setrecursionlimit\(50000\); sys\.set_int_max_str_digits\(50000\)$/,
  )
  t.is(program, 'print(inf)')
  t.like(itemJob(item(liveCodeBenchLine), 'print(1)', { sandbox: 'monty' }), { program: 'print(1)', preface: '' })
})

test('a right answer is never cut off', t => {
  const output = 'ä'.repeat(2 ** 20)
  const long = parseItem(JSON.parse(rlanythingLine({ id: 'a', functionName: null, tests: [{ input: '1', output }] })))
  t.is(itemJob(long, '').limits.outputBytes, 2 ** 22)
})
