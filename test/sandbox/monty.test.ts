import test from 'ava'
import fc from 'fast-check'
import { anyCharacter } from '../fixtures/any-text.ts'
import { runInMonty } from '../../src/sandbox/monty/run.ts'
import { job, outcomes, summing, test as pair } from './hostile/jobs.ts'

test('a program that repeats its input gives it back, whatever it is', t => {
  const program = 'lines = []\nfor _ in range(int(input())): lines.append(input())\nprint(" ".join(lines))'
  const line = fc.string({ unit: fc.constantFrom('a', ' ', 'é', '😀', '"', '\\', '\t') })
  fc.assert(
    fc.property(fc.array(line), lines => {
      const [result] = runInMonty(job('monty', program, { tests: [pair([lines.length, ...lines, ''].join('\n'), '')] }))
      t.is(result?.output, `${lines.join(' ')}\n`)
    }),
  )
})

test('a function that gives its argument back gives the same JSON', t => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: anyCharacter }), value => {
      const text = JSON.stringify(value)
      const echo = job('monty', 'def same(value): return value', {
        entry: { kind: 'function', name: 'same' },
        tests: [pair(text, text)],
      })
      const [result] = runInMonty(echo)
      t.is(result?.outcome, 'passed', `${text} gave ${result?.output}`)
    }),
  )
})

test('no run knows of another', t => {
  const counting = job('monty', 'seen = []\nseen.append(input())\nprint(len(seen))', {
    tests: [pair('a', '1'), pair('b', '1'), pair('c', '1')],
  })
  t.deepEqual(outcomes(runInMonty(counting)), ['passed', 'passed', 'passed'])
})

test('outcomes', t => {
  const each = (program: string) =>
    runInMonty(job('monty', program, { limits: { timeMs: 30, memoryMb: 16, outputBytes: 100 } }))[0]
  t.deepEqual(outcomes(runInMonty(summing('monty'))), ['passed', 'passed'])
  t.is(each('print(1)')?.outcome, 'wrong')
  t.regex(each('print(1)\nraise ValueError("no")')?.stderr ?? '', /line 2[^]*ValueError: no$/)
  t.like(each('print(1)\n1 / 0'), { outcome: 'error', output: '1\n' })
  t.like(each('print('), { outcome: 'error', output: '' })
  t.is(each('class A: pass')?.outcome, 'error')
  t.is(each('while True: pass')?.outcome, 'timeout')
  t.is(each('raise TimeoutError("time limit exceeded")')?.outcome, 'error')
  t.is(each('print("a" * 10 ** 9)')?.outcome, 'memory')
  t.like(each('print("a" * 1000)'), { outcome: 'output-limit', output: 'a'.repeat(100) })
  t.is(each('while True:\n  try: print("é" * 20)\n  except BaseException: pass')?.outcome, 'output-limit')
  t.like(each('input()'), { outcome: 'error' })
  t.regex(each('input()')?.stderr ?? '', /EOF/)
  t.true((each(`raise ValueError("${'x'.repeat(5000)}")`)?.stderr.length ?? 0) <= 2000)
})

test('a prompt is printed, as Python does', t => {
  const [result] = runInMonty(job('monty', 'print(input("n? "))', { tests: [pair('7', 'n? 7')] }))
  t.is(result?.outcome, 'passed')
})

test('a job that is wrong is refused by the field', t => {
  const refused = (rest: object, message: RegExp) =>
    t.throws(() => runInMonty({ ...summing('monty'), ...rest }), { instanceOf: RangeError, message })
  const { limits } = summing('monty')
  refused({ sandbox: 'docker' }, /^sandbox must be monty or pyodide, got "docker"$/)
  refused({ program: 7 }, /^program must be a text, got 7$/)
  refused({ entry: { kind: 'file' } }, /^entry.kind must be stdio or function or method, got "file"$/)
  refused({ entry: { kind: 'function', name: 'f(1)' } }, /^entry.name must be a name in ASCII, got "f\(1\)"$/)
  refused({ entry: { kind: 'method', name: 'f', className: '' } }, /^entry.className must be a name in ASCII, got ""$/)
  refused({ comparison: 'close' }, /^comparison must be folded or lines, got "close"$/)
  refused({ tests: [{ input: 'a', output: null }] }, /^tests\[0\].output must be a text, got null$/)
  refused({ limits: { ...limits, timeMs: 0 } }, /^limits.timeMs must be in \[1, 600000\], got 0$/)
  refused({ limits: { ...limits, memoryMb: 1e9 } }, /^limits.memoryMb must be in \[1, 2048\], got 1000000000$/)
  refused({ limits: { ...limits, outputBytes: NaN } }, /^limits.outputBytes must be in \[1, 67108864\], got NaN$/)
})
