import test from 'ava'
import { commandLine } from './command-line.ts'

test('gateway answers agents until it is interrupted, and prints the key that was made', async t => {
  const args = ['gateway', '--policy', 'models/one', '--port', '0', '--directory', 'turns', '--train']
  const { code, printed, asked } = await commandLine(args, { interrupt: send => void setImmediate(send) })
  t.is(code, 130)
  t.deepEqual(printed.split('\n'), [
    'agents find the model at http://127.0.0.1:1/v1; turns are kept in turns',
    'they need the key a key that was made; RLANYTHING_GATEWAY_KEY sets another',
  ])
  t.like(asked, [
    { policy: 'models/one', host: '127.0.0.1', port: 0, directory: 'turns', key: undefined, threads: 2, train: true },
  ])
})

test('what training alone reads is refused by its flag', async t => {
  for (const [words, got] of [
    ['--set turns.batch=4', '--set must be left out without --train, got {"turns":{"batch":4}}'],
    ['--method opd', '--method must be left out without --train, got "opd"'],
    ['--outcome rule.js', '--outcome must be left out without --train, got "rule.js"'],
    ['--reward-model folder', '--reward-model must be left out without --train, got "folder"'],
  ] as const) {
    const { code, errors } = await commandLine(['gateway', ...words.split(' ')])
    t.deepEqual([code, errors], [2, `error: ${got}`])
  }
})
