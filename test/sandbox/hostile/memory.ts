import { exhausted, tries, type Hostile } from './hostile.ts'

/** Programs that want all memory, the whole stack, or a full disk. */
export const hoarders: readonly Hostile[] = [
  tries('multiplies a text', 'x = "a" * 10 ** 10', 'memory', exhausted),
  tries('multiplies a list', 'x = [0] * 10 ** 10', 'memory', exhausted),
  tries('doubles a list for ever', 'x = [0]\nwhile True: x = x + x', exhausted),
  tries('appends for ever', 'x = []\nwhile True: x.append([0] * 1000)', exhausted),
  tries(
    'appends for ever and catches everything',
    'x = []\nwhile True:\n  try:\n    while True: x.append("x" * 10 ** 6)\n  except BaseException: pass',
    exhausted,
  ),
  tries('fills a dictionary', 'd = {}\nn = 0\nwhile True:\n  d[n] = str(n) * 100\n  n += 1', exhausted),
  tries('pads a text to any width', 'print(f"{1:>10000000000}")', 'memory', exhausted),
  tries('pads by another way', 'print("a".ljust(10 ** 10))', exhausted),
  tries('replaces a letter by a pool', 'print(len(("a" * 10 ** 6).replace("a", "b" * 10 ** 6)))', exhausted),
  tries('shifts a bit very far', 'print(1 << 10 ** 11)', exhausted),
  tries('nests lists without end', 'a = []\nwhile True: a = [a]', exhausted),
  tries('prints a list that is nested very deep', 'a = []\nfor _ in range(30000): a = [a]\nprint(len(repr(a)))', [
    ...exhausted,
    'wrong',
    'output-limit',
  ]),
  tries('writes JSON that is nested very deep', 'import json\na = []\nfor _ in range(20000): a = [a]\njson.dumps(a)', [
    ...exhausted,
    'wrong',
  ]),
  tries('recurs without end', 'def f(): return f()\nf()', 'error', exhausted),
  tries('recurs through every exception', 'def f():\n  try: f()\n  finally: f()\nf()', exhausted),
  tries(
    'lifts the limit of recursion',
    'import sys\nsys.setrecursionlimit(10 ** 9)\ndef f(): return f()\nf()',
    'error',
    exhausted,
  ),
  tries(
    'recurs in C',
    'import sys\nsys.setrecursionlimit(10 ** 9)\nclass A:\n  def __getattr__(self, name): return getattr(self, name + "x")\nA().a',
    'error',
    exhausted,
  ),
  tries('prints without end', 'while True: print("x" * 1000)', 'output-limit', ['output-limit', 'timeout']),
  tries(
    'prints without end and catches everything',
    'while True:\n  try: print("x" * 1000)\n  except BaseException: pass',
    'output-limit',
    ['output-limit', 'timeout'],
  ),
  tries('prints one very long line', 'print("x" * 10 ** 7)', 'output-limit', ['output-limit', 'timeout']),
  tries('complains without end', 'import sys\nwhile True: sys.stderr.write("x" * 1000)', 'error', exhausted),
  tries('raises an exception with a very long text', 'raise ValueError("x" * 10 ** 7)', exhausted),
  tries(
    'unpacks a bomb',
    'import zlib\nd = zlib.compress(b"0" * 10 ** 6)\nprint(len(zlib.decompress(d) * 10 ** 5))',
    'error',
    exhausted,
  ),
  tries('writes a source that is nested very deep', `x = ${'('.repeat(50_000)}1${')'.repeat(50_000)}`, 'error', [
    'error',
    'memory',
    'timeout',
  ]),
  tries(
    'indents a source very deep',
    Array.from({ length: 400 }, (_, n) => `${' '.repeat(n)}if 1:`).join('\n') + `\n${' '.repeat(400)}pass`,
    ['error', 'wrong'],
  ),
  tries('chains operators without end', `x = ${'-'.repeat(100_000)}1`, 'error', exhausted),
  tries('chains attributes without end', `x = 1${'.real'.repeat(50_000)}`, 'error', [
    'error',
    'memory',
    'timeout',
    'wrong',
  ]),
  tries('writes a source of one very long number', `x = ${'9'.repeat(200_000)}`, ['error', 'wrong', 'timeout']),
  tries('compiles what is nested very deep', 'eval("(" * 10 ** 5 + ")" * 10 ** 5)', 'error', [
    'error',
    'memory',
    'timeout',
  ]),
  tries(
    'fills the files that are in memory',
    'f = open("/tmp/fill", "w")\nwhile True: f.write("x" * 10 ** 6)',
    'error',
  ),
  tries('opens files without end', 'kept = []\nwhile True: kept.append(open("/dev/null"))', 'error', exhausted),
  tries('fills a pipe', 'import os\nr, w = os.pipe()\nwhile True: os.write(w, b"x" * 10 ** 5)', 'error'),
]
