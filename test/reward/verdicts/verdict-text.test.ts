import test from 'ava'
import fc from 'fast-check'
import { parseVote, voteText } from '../../../src/reward/verdicts/verdict-text.ts'

const reasons = fc.array(fc.stringMatching(/^[a-z0-9,.]{1,6}$/), { maxLength: 5 }).map(words => words.join(' '))

test('a vote that is written as it should be is read as it was meant', t => {
  fc.assert(
    fc.property(fc.boolean(), reasons, (good, reason) => {
      t.deepEqual(parseVote(voteText(good, reason)), { value: good ? 1 : -1, reason })
    }),
  )
})

test('any text has a value and a reason, and a malformed one is its own reason', t => {
  fc.assert(
    fc.property(fc.string(), text => {
      const { value, reason } = parseVote(text)
      t.true(value === 0 ? reason === text.trim() : text.includes(`verdict: ${value}`))
    }),
  )
})

test('a text without exactly one verdict at its end is malformed', t => {
  const malformed = [
    '',
    'it is closed',
    'verdict:',
    'verdict: 0',
    'verdict: 11',
    'verdict: --1',
    'verdict: 1 verdict: 1',
    'verdict: 1 it is closed',
    'verdict: -1 verdict: 1',
    'my verdict: good verdict: 1',
  ]
  for (const text of malformed) t.deepEqual(parseVote(text), { value: 0, reason: text })
  t.deepEqual(parseVote('verdict: 1'), { value: 1, reason: '' })
  t.deepEqual(parseVote(' one\ntwo verdict: -1 '), { value: -1, reason: 'one\ntwo' })
})
