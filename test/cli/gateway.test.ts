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
