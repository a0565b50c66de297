import test from 'ava'
import { cuttable } from '../../src/sandbox/pyodide/cuttable.ts'

test('work that does not end is cut off, whatever it catches, and the next begins as ever', t => {
  const within = cuttable()
  const caught: string[] = []
  const endless = (): void => {
    while (caught.length === 0) {
      try {
        for (;;);
      } catch {
        caught.push('caught')
      } finally {
        caught.push('gone on')
      }
    }
  }
  t.deepEqual([within(1, endless), within(2.5, endless)], [false, false])
  t.deepEqual(caught, [])
  t.true(within(60_000, () => caught.push('done')))
  t.deepEqual(caught, ['done'])
})

test('what the work throws is thrown on', t => {
  const error = new Error('no')
  const fail = (): void => {
    throw error
  }
  t.is(
    t.throws(() => cuttable()(60_000, fail)),
    error,
  )
})
