/** The whole of CPython, in one sandbox for all of these. */
import test from 'ava'
import { FailedError } from '../../src/runtime/errors/failed-error.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { inPython, outcomes, pythonLimits as limits, summing, test as pair } from './hostile/jobs.ts'

const sandbox = createSandbox({ threads: 1 })
test.after.always(() => sandbox.close())
const one = inPython(sandbox)

test.serial('a program reads and prints in every way that Python has', async t => {
  t.deepEqual(outcomes(await sandbox.run({ ...summing('pyodide'), limits })), ['passed', 'passed'])
  t.is((await one('import sys\nprint(sys.stdin.read(), end="")', 'a\né\n')).output, 'a\né\n')
  t.is((await one('import sys\nprint(sys.stdin.buffer.read())', 'a\n')).output, "b'a\\n'\n")
  t.is((await one('print(open(0).read(), end="")', 'a\nb')).output, 'a\nb')
  t.is((await one('for line in open(0): print(line.strip())', '1\n2\n')).output, '1\n2\n')
  t.like(await one('import sys\nsys.stdout.write("a")\nsys.stderr.write("b")\nsys.exit()'), {
    output: 'a',
    stderr: 'b',
  })
  t.is((await one('print("é" * 5000)')).outcome, 'output-limit')
  t.is((await one('if __name__ == "__main__": print(1)')).output, '1\n')
})

test.serial('functions and methods are called with JSON, and give it back', async t => {
  const add = { entry: { kind: 'function', name: 'add' }, tests: [pair('[1, 2.5]\n"x"', '[[1.0, 2.50], "x"]')] }
  t.is((await one('def add(a, b): return (a, b)', '', add)).outcome, 'passed')
  const double = { entry: { kind: 'method', className: 'Solution', name: 'double' }, tests: [pair('4', '8')] }
  t.is((await one('class Solution:\n  def double(self, n): return 2 * n', '', double)).outcome, 'passed')
  t.regex((await one('def other(): pass', '', add)).stderr, /AttributeError/)
  t.like(await one('def add(a, b): return {1, 2}', '', add), { outcome: 'wrong', output: '{1, 2}' })
})

test.serial('a program is in UTC, wherever the machine is', async t => {
  const program =
    'import time, datetime\nprint(time.timezone, time.localtime(0)[:5], datetime.datetime.fromtimestamp(0))'
  t.is((await one(program)).output, '0 (1970, 1, 1, 0, 0) 1970-01-01 00:00:00\n')
})

test.serial('a sandbox that is closed before its first interpreter is there has stopped', async t => {
  const early = createSandbox({ threads: 1 })
  const ended = t.throwsAsync(early.run(summing('pyodide')), { instanceOf: FailedError, message: /stopped/ })
  await early.close()
  await ended
})

/** Each prints 7 in CPython 3.11, by what a process does as it begins and as it ends. */
const processes = [
  'import atexit, io\nout = io.StringIO()\nout.write("7")\natexit.register(lambda: print(out.getvalue()))',
  'import io, sys\nout = io.TextIOWrapper(sys.stdout.buffer)\nout.write("7\\n")',
  'import os\nprint(7, flush=True)\nos._exit(0)',
  'import os, sys\nprint(7)\nsys.stdout.flush()\nos._exit(0)',
  'class Last:\n  def __del__(self): print(7)\nlast = Last()',
  'import atexit, sys\natexit.register(print, 7)\nsys.exit()',
  'import atexit\natexit.register(print, 7)\natexit.register(lambda: 1 / 0)',
  'from __future__ import annotations\nprint(7)',
  '"""of no account"""\nfrom __future__ import annotations\nprint(7 if __doc__ else 0)',
  'import sys\nfor n in range(20000): print("debugging line", n, file=sys.stderr)\nprint(7)',
]
for (const program of processes)
  for (const preface of ['', 'import math; import sys'])
    test.serial(`as a process of CPython: ${program.slice(0, 40)} ${preface}`, async t => {
      const result = await one(program, '', { preface, tests: [pair('', '7')] })
      t.is(result.outcome, 'passed', result.stderr)
    })

test.serial('complaints name the lines of the program, whatever is run before it', async t => {
  const { outcome, stderr } = await one('x = 1\ny = oops', '', { preface: 'import math\nimport sys' })
  t.is(outcome, 'error')
  t.regex(stderr, /line 2, in <module>[\s\S]*NameError/)
})
