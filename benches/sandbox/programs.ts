/** Programs of the kind that a small model writes, and programs that mean harm. */
import type { Job, SandboxName, Test } from '../../src/contracts/worlds/job.ts'

export const testsEach = 8

/** Job `n`: keeps, shifts and sorts a list; every test of it is passed. */
export function ordinary(sandbox: SandboxName, n: number): Job {
  const [k, divisor] = [(n % 9) + 1, (n % 3) + 2]
  const program = [
    'numbers = [int(word) for word in input().split()]',
    `numbers = [x for x in numbers if x % ${divisor} == 0]`,
    `numbers = sorted((x + ${k}) % 10 for x in numbers)`,
    'print(*numbers)',
  ].join('\n')
  const tests = Array.from({ length: testsEach }, (_, test): Test => {
    const numbers = Array.from({ length: 8 }, (_, at) => (n * 7 + test * 5 + at * at) % 10)
    const wanted = numbers.filter(x => x % divisor === 0).map(x => (x + k) % 10)
    return { input: numbers.join(' '), output: wanted.sort((a, b) => a - b).join(' ') }
  })
  const limits = { timeMs: 2000, memoryMb: 64, outputBytes: 10_000 }
  return { sandbox, program, entry: { kind: 'stdio' }, comparison: 'folded', tests, limits }
}

const harm = [
  'while True: pass',
  'while True:\n  try:\n    while True: pass\n  except BaseException: pass',
  'kept = []\nwhile True: kept.append([0] * 1000)',
  'while True: print("x" * 1000)',
  'def f(): return f()\nf()',
  'x = 3\nwhile True: x = x * x',
  'a = {}\nfor _ in range(60000): a = {1: a}\nimport json\njson.dumps(a)\nwhile True: pass',
  'open("/etc/passwd").read()',
]

/** One test, none of which is passed. */
export function hostile(sandbox: SandboxName, n: number): Job {
  const limits = { timeMs: 50, memoryMb: 32, outputBytes: 10_000 }
  return { ...ordinary(sandbox, n), program: harm[n % harm.length]!, tests: [{ input: '', output: 'x' }], limits }
}
