/** The whole of CPython, in one sandbox for all of these. */
import test from 'ava'
import { FailedError } from '../../src/runtime/errors/failed-error.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { contains } from './hostile/suite.ts'
import { job, outcomes, summing, test as pair } from './hostile/jobs.ts'

const sandbox = createSandbox({ threads: 1 })
test.after.always(() => sandbox.close())
const limits = { timeMs: 5000, memoryMb: 32, outputBytes: 1000 }
const probe =
  'import sys, os, random, time, gc, json, math, threading\n' +
  'print(random.random(), time.time(), hash("a"), id(object()), os.getcwd(), os.listdir("/tmp"), len(sys.modules),' +
  ' sys.getrecursionlimit(), gc.isenabled(), json.loads("[1]"), math.pi, len(gc.get_objects()), sum([1, 2]),' +
  ' threading.active_count(), len(os.environ), sys.flags, sys.path, os.urandom(4))'
const one = async (program: string, input = '', rest: object = {}) =>
  (await sandbox.run(job('pyodide', program, { limits, tests: [pair(input, '')], ...rest })))[0]!

test.serial('a program reads and prints in every way that Python has', async t => {
  t.timeout(200_000)
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
  t.regex((await one('def add(a, b): return {1, 2}', '', add)).stderr, /TypeError/)
})

test.serial(
  'nothing that a program leaves is there for the next, and each begins at the same time with the same chance',
  async t => {
    const before = (await one(probe)).output
    t.true(before.length > 100)
    const saboteurs = [
      'import builtins\nbuiltins.sum = None',
      'import json, math\njson.loads = None\nmath.pi = 3',
      'import os, gc, sys, random\nos.chdir("/tmp")\ngc.disable()\nsys.setrecursionlimit(77)\nrandom.seed(1)\nos.environ["A"] = "B"',
      'import sys\nsys.modules.clear()\nsys.path.clear()\nsys.stdout = None',
      'import os\nos.close(1)\nos.close(0)',
      'x = ["x" * 1000 for _ in range(10000)]\nimport turtledemo',
      'import atexit\natexit.register(print, 1)\n1 / 0',
      'import warnings\nwarnings.simplefilter("error")\nclass A:\n  def __del__(self): print("late")\nkept = A()\nkept.me = kept',
    ]
    for (const saboteur of saboteurs) {
      await one(saboteur)
      t.is((await one(probe)).output, before, saboteur)
    }
  },
)

test.serial('limits', async t => {
  const short = { limits: { timeMs: 300, memoryMb: 32, outputBytes: 1000 } }
  t.is((await one('while True: pass', '', short)).outcome, 'timeout')
  t.is((await one('x = []\nwhile True: x.append("x" * 10 ** 6)')).outcome, 'memory')
  t.is((await one('x = "x" * (16 * 2 ** 20)\nprint(len(x))')).output, `${16 * 2 ** 20}\n`)
  t.is((await one('import time\ntime.sleep(1)\nprint(1)')).output, '1\n')
  t.is((await one('import os\nos._exit(0)')).outcome, 'error')
  t.is((await one('print(1)')).output, '1\n')
})

test.serial('a run that is cut off, wherever it was, leaves nothing either', async t => {
  const before = await one(probe)
  const endless = [
    'while True:\n  try:\n    while True: pass\n  except BaseException: pass',
    'x = 3\nwhile True: x = x * x',
    'import re\nre.match("(a+)+$", "a" * 60 + "b")',
    'import os\nwhile True:\n  os.chdir("/tmp")\n  kept = open("/dev/null")\n  os.environ["A"] = os.getcwd()',
    'import sys\nwhile True:\n  try: sys.stderr.write("x" * 50)\n  except OSError: pass',
    'x = []\nwhile True: x = [x, "x" * 1000]',
  ]
  for (const program of endless) {
    t.is((await one(program, '', { limits: { ...limits, timeMs: 60, memoryMb: 512 } })).outcome, 'timeout', program)
    t.deepEqual(await one(probe), before, program)
  }
})

test.serial('an interpreter that takes the place of a lost one gives the same', async t => {
  const before = await one(probe)
  t.is((await one('import os\nos._exit(0)')).outcome, 'error')
  t.deepEqual(await one(probe), before)
})

contains('pyodide', sandbox, { timeMs: 300, ownMs: 5000 })

test.serial('a sandbox that is closed before its first interpreter is there has stopped', async t => {
  const early = createSandbox({ threads: 1 })
  const ended = t.throwsAsync(early.run(summing('pyodide')), { instanceOf: FailedError, message: /stopped/ })
  await early.close()
  await ended
})
