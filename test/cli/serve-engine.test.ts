import test from 'ava'
import { commandLine } from './command-line.ts'

test('serve-engine offers the named models until it is interrupted', async t => {
  const args = [
    'serve-engine',
    '--model',
    'a=one/a',
    '--model',
    'b=two',
    '--port',
    '0',
    '--key-variable',
    'NO_SUCH_KEY',
  ]
  const { code, printed, asked } = await commandLine(args, { interrupt: send => void setImmediate(send) })
  t.is(code, 130)
  t.deepEqual(printed.split('\n'), [
    'serving on http://127.0.0.1:1: a, b',
    'clients need the key a key that was made; a run finds it in NO_SUCH_KEY',
  ])
  t.like(asked, [{ models: { a: 'one/a', b: 'two' }, host: '127.0.0.1', port: 0, key: undefined, maxModels: 6 }])
})

test('serve-engine offers the starters of the household by itself, and refuses a model without a folder', async t => {
  const { asked } = await commandLine(['serve-engine'], { interrupt: send => void setImmediate(send) })
  t.deepEqual(Object.keys((asked[0] as { readonly models: object }).models), ['policy', 'reward-model'])
  const { code, errors } = await commandLine(['serve-engine', '--model', 'a'])
  t.is(code, 2)
  t.regex(errors, /--model must be NAME=FOLDER, got a/)
})

test('doctor --service tells each finding, and ends with 1 if one is refused', async t => {
  const { code, printed, asked } = await commandLine(['doctor', '--service', 'http://x', '--model', 'folder'])
  t.is(code, 1)
  t.is(printed, 'reachable          works    at once\nmodel              refused  no place')
  t.like(asked, [{ url: 'http://x', folder: 'folder', baseModel: null, rank: 8, deadlineMs: 600_000 }])
  t.is((await commandLine(['doctor', '--service', 'http://x'])).code, 2)
})
