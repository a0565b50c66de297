import test from 'ava'
import fc from 'fast-check'
import { commandCalls, commandOf } from '../../../src/gateway/speech/command-calls.ts'

const tool = (name: string, ...parameters: readonly string[]) => ({
  ...{ name, description: '' },
  parameters: { type: 'object', properties: Object.fromEntries(parameters.map(each => [each, { type: 'string' }])) },
})
const tools = [tool('go_to', 'place'), tool('take', 'object', 'from'), tool('look'), tool('look_at', 'object')]

test('a call is read in the command that it is written as', t => {
  const value = fc.array(fc.constantFrom('mug', '1', 'desk'), { minLength: 1 }).map(words => words.join(' '))
  const given = fc.record({ object: value, from: value }, { requiredKeys: ['object'] })
  fc.assert(
    fc.property(given, call => {
      const { calls } = commandCalls(commandOf('take', call, tools), tools)
      t.deepEqual(calls, [{ name: 'take', arguments: JSON.stringify(call) }])
    }),
  )
})

const read = (command: string) => commandCalls(command, tools)

test('commands of the household as calls', t => {
  const call = (name: string, given: object) => ({ text: '', calls: [{ name, arguments: JSON.stringify(given) }] })
  t.deepEqual(read('go to desk 1'), call('go_to', { place: 'desk 1' }))
  t.deepEqual(read('take mug 1 from desk 1'), call('take', { object: 'mug 1', from: 'desk 1' }))
  t.deepEqual(read('look'), call('look', {}))
  t.deepEqual(read('look at mug 1'), call('look_at', { object: 'mug 1' }))
})

test('what no tool takes is text', t => {
  for (const command of ['', 'gone to desk 1', 'look around', 'open fridge 1'])
    t.deepEqual(read(command), { text: command, calls: [] })
  t.deepEqual(commandCalls('look', []), { text: 'look', calls: [] })
})
