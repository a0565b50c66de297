import test from 'ava'
import fc from 'fast-check'
import { answerOf, parseAnswer } from '../../../src/model/chat/answer.ts'

const words = fc.stringMatching(/^[a-z][a-z0-9 ]{0,20}[a-z0-9]$/)
const space = fc.stringMatching(/^[ \t]{0,3}$/)

test('a thought and an action are read as they were meant, however they are spaced', t => {
  fc.assert(
    fc.property(words, words, space, space, (thought, action, a, b) => {
      const text = `${a}Thought:${b}${thought}${a}\n${b}Action:${a}${action}${b}\n`
      t.deepEqual(parseAnswer(text, 'line'), { thought, action })
      for (const form of ['line', 'block'] as const)
        t.deepEqual(parseAnswer(answerOf(action, form), form), { thought: '', action })
    }),
  )
})

test('any text is an answer, and without the form all of it is the action', t => {
  fc.assert(
    fc.property(fc.string(), text => {
      const { action } = parseAnswer(text, 'line')
      t.true(text.includes(action))
      t.is(parseAnswer(text.replaceAll(/[:`<]/g, ''), 'line').action, text.replaceAll(/[:`<]/g, '').trim())
    }),
  )
})

test('what follows the first action is of no account', t => {
  t.deepEqual(parseAnswer('Thought: a\nAction: go to fridge 1\nObservation: ok\nAction: open fridge 1', 'line'), {
    thought: 'a',
    action: 'go to fridge 1',
  })
})

test('signs around an action are left out', t => {
  for (const text of ['Action: `look`', 'action : **look**', 'ACTION: "look"'])
    t.is(parseAnswer(text, 'line').action, 'look')
})

test('thinking is no action, and thinking that never ends leaves none', t => {
  t.deepEqual(parseAnswer('<think>\nAction: open\n</think>\n\nAction: look', 'line'), {
    thought: 'Action: open',
    action: 'look',
  })
  t.deepEqual(parseAnswer('so it is\n</think>look', 'line'), { thought: 'so it is', action: 'look' })
  t.deepEqual(parseAnswer('<think>where could it be', 'line'), { thought: 'where could it be', action: '' })
})

test('a program is what is in the block', t => {
  const program = 'for x in input():\n    print(x)'
  t.deepEqual(parseAnswer(`Thought: a loop\n\`\`\`python\n${program}\n\`\`\`\nThat is it.`, 'block'), {
    thought: 'a loop\n\nThat is it.',
    action: program,
  })
  t.is(parseAnswer(`\`\`\`\n${program}`, 'block').action, program)
  t.is(parseAnswer(program, 'block').action, program)
})
