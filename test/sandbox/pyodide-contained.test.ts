/** What a program does to the interpreter, the machine or the programs after it, in the whole of CPython. */
import test from 'ava'
import { reasonOf } from '../../src/contracts/failure.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { contains } from './hostile/suite.ts'
import { inPython, pythonLimits as limits, test as pair } from './hostile/jobs.ts'

const sandbox = createSandbox({ threads: 1 })
test.after.always(() => sandbox.close())
const probe =
  'import sys, os, random, time, gc, json, math, threading\n' +
  'print(random.random(), time.time(), hash("a"), id(object()), os.getcwd(), os.listdir("/tmp"), len(sys.modules),' +
  ' sys.getrecursionlimit(), gc.isenabled(), json.loads("[1]"), math.pi, len(gc.get_objects()), sum([1, 2]),' +
  ' threading.active_count(), len(os.environ), sys.flags, sys.path, os.urandom(4))'
const one = inPython(sandbox)

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
      'x = ["x" * 1000 for _ in range(10000)]\nimport html',
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
  t.is((await one('import os\nos._exit(3)')).outcome, 'error')
  t.is((await one('print(1)')).output, '1\n')
})

test.serial('what an earlier program took of the memory is not there for one that may have less', async t => {
  const greedy = (memoryMb: number) =>
    one('print(len(bytearray(100 * 2 ** 20)))', '', { limits: { ...limits, memoryMb } })
  t.is((await greedy(32)).outcome, 'memory')
  t.is((await greedy(256)).output, `${100 * 2 ** 20}\n`)
  t.is((await greedy(32)).outcome, 'memory')
  t.is(
    (await one('x = []\ntry:\n  while True: x.append("x" * 10 ** 6)\nexcept MemoryError: x = 0\n1 / 0')).outcome,
    'error',
  )
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
  for (const [code, outcome] of [
    [3, 'error'],
    [0, 'passed'],
  ] as const) {
    t.is((await one(`import os\nos._exit(${code})`)).outcome, outcome)
    t.deepEqual(await one(probe), before)
  }
})

contains('pyodide', sandbox, { timeMs: 300, ownMs: 5000 })

/** By calls through C as well, each of which takes of the host's stack what V8's compilers make of it. */
const recursions = {
  plain: 'def f(n): return 0 if n == 0 else 1 + f(n - 1)',
  cached: 'from functools import cache\n@cache\ndef f(n): return 0 if n == 0 else 1 + f(n - 1)',
  'max of a map': 'def f(n): return 0 if n == 0 else 1 + max(map(f, (n - 1,)))',
  'sum of a generator': 'def f(n): return 0 if n == 0 else 1 + sum(f(m) for m in (n - 1,))',
  sorted: 'def f(n): return 0 if n == 0 else 1 + sorted((n - 1,), key=lambda m: -m)[0] * 0 + f(n - 1)',
}
const noStack = 'the sandbox could not run this program: RecursionError: Stack overflow (used 10216 kB)'
for (const [name, f] of Object.entries(recursions))
  test.serial(
    `recursion by ${name}: what CPython allows passes each time, deeper is a RecursionError each time`,
    async t => {
      for (const _ of [1, 2, 3, 4]) {
        const within = await one(`${f}\nprint(f(300))`, '', { tests: [pair('', '300')] })
        t.is(within.outcome, 'passed', within.stderr)
        const beyond = await one(`${f}\nprint(f(1100))`, '', { tests: [pair('', '1100')] })
        t.is(beyond.outcome, 'error')
        t.regex(beyond.stderr, /RecursionError/)
        const deep = one(`import sys\nsys.setrecursionlimit(10 ** 6)\n${f}\nprint(f(10 ** 5))`, '', {
          tests: [pair('', `${10 ** 5}`)],
        })
        /* The stack of C is that of the sandbox: where it is too short, there is no verdict. */
        t.is(
          await deep.then(({ outcome }) => outcome, reasonOf),
          name === 'plain' || name === 'sorted' ? 'passed' : noStack,
        )
      }
    },
  )
